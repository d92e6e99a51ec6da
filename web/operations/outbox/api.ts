import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { outbox, type Mail } from '#contract/operations/outbox.ts'
import { callPage } from '#web/app/api/call.ts'
import { useRead, useWrite } from '#web/app/api/data.ts'
import { keyOf } from '#web/app/api/query-client.ts'

export type MailFilter = { search: string; status: Mail['status'] | undefined }

/** Emails include their whole text, so pages are small. */
const LIMIT = '50'

export const useMails = (filter: MailFilter) =>
  useQuery({
    queryKey: keyOf(outbox.list, { query: filter }),
    queryFn: () => callPage(outbox.list, { query: { ...filter, limit: LIMIT } }),
    placeholderData: keepPreviousData,
    // Refetched on every mount, because emails are queued elsewhere.
    staleTime: 0,
  })

export const useResend = () =>
  useWrite(outbox.resend, {
    success: 'The email is queued again',
    failure: 'The email could not be sent again',
    refresh: [outbox.list],
  })

/** Examples change at most daily. */
export const useTemplates = () => useRead(outbox.templates)
