import type { Query } from '@tanstack/react-query'
import type { Invoice } from '#contract/billing/invoices.ts'
import { payments } from '#contract/billing/payments.ts'
import { reminders } from '#contract/billing/reminders.ts'
import { readOptions, useRead, useWrite } from '#web/app/api/data.ts'
import { keyOf, queryClient, refetch } from '#web/app/api/query-client.ts'

/** When a reminder of it went out last, and when the next one will. */
export const useInvoiceReminders = (id: string) => useRead(reminders.read, { params: { id } })

const [LIST, , REMINDERS] = keyOf(reminders.read, { params: { id: '' } })

/** Of every invoice: a pause is one of all that its organization owes. */
export const rereadReminders = () =>
  refetch({ predicate: ({ queryKey }: Query) => queryKey[0] === LIST && queryKey.at(-1) === REMINDERS })

export const useSendReminder = ({ id, invoiceNumber }: Pick<Invoice, 'id' | 'invoiceNumber'>) =>
  useWrite(reminders.send, {
    success: ['Reminder Sent', invoiceNumber],
    failure: 'Failed to send the reminder',
    keep: (sent) => {
      queryClient.setQueryData(readOptions(reminders.read, { params: { id } }).queryKey, sent)
      return refetch({ queryKey: keyOf(payments.history, { params: { id } }) })
    },
    // It was paid meanwhile, or somebody else has sent one.
    reread: () =>
      Promise.all([
        refetch({ queryKey: keyOf(reminders.read, { params: { id } }) }),
        refetch({ queryKey: keyOf(payments.read, { params: { id } }) }),
      ]),
  })
