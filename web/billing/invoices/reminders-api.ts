import { useQuery, type Query } from '@tanstack/react-query'
import type { Invoice, InvoiceFilter } from '#contract/billing/invoices.ts'
import { payments } from '#contract/billing/payments.ts'
import { reminders } from '#contract/billing/reminders.ts'
import { countOf } from '#contract/quantities.ts'
import { readOptions, useFreshRead, useWrite } from '#web/app/api/data.ts'
import { keepAnswer, keyOf, refetch } from '#web/app/api/query-client.ts'

/** Refetched when shown: the portal and colleagues send reminders, and tomorrow another one can be sent. */
export const useInvoiceReminders = (id: string) => useFreshRead(reminders.read, { params: { id } })

/** Never cached: others send reminders, too. */
export const useReminderPreview = (filter: InvoiceFilter) =>
  useQuery({ ...readOptions(reminders.previewAll, { query: filter }), gcTime: 0 })

export const useSendReminders = () =>
  useWrite(reminders.sendAll, {
    success: (results) => {
      const sent = results.filter(({ refused }) => refused === null).length
      const left = results.length - sent
      return [countOf(sent, 'Reminder Sent', 'Reminders Sent'), left > 0 ? `${left} could not be sent.` : '']
    },
    failure: 'Failed to send the reminders',
    keep: () => rereadReminders(),
  })

const [LIST, , REMINDERS] = keyOf(reminders.read, { params: { id: 'any' } })

/** Refetches the reminders of every invoice: a pause applies to the whole organization. */
export const rereadReminders = () =>
  refetch({ predicate: ({ queryKey }: Query) => queryKey[0] === LIST && queryKey.at(-1) === REMINDERS })

export const useSendReminder = ({ id, invoiceNumber }: Pick<Invoice, 'id' | 'invoiceNumber'>) =>
  useWrite(reminders.send, {
    success: ['Reminder Sent', invoiceNumber],
    failure: 'Failed to send the reminder',
    keep: async (sent) => {
      await keepAnswer(readOptions(reminders.read, { params: { id } }).queryKey, sent)
      return refetch({ queryKey: keyOf(payments.history, { params: { id } }) })
    },
    // The invoice is already paid, or someone else has sent a reminder.
    reread: () =>
      Promise.all([
        refetch({ queryKey: keyOf(reminders.read, { params: { id } }) }),
        refetch({ queryKey: keyOf(payments.read, { params: { id } }) }),
      ]),
  })
