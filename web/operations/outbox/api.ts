import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { filterQuery } from '#contract/lists.ts'
import { MailStatus, outbox } from '#contract/operations/outbox.ts'
import { callPage } from '#web/app/api/call.ts'
import { useRead, useWrite } from '#web/app/api/data.ts'
import { keyOf } from '#web/app/api/query-client.ts'
import { useUrlFilter } from '#web/app/lists/url-filter.ts'

const Filter = filterQuery(MailStatus)

export const useMailFilter = () => useUrlFilter(Filter)

/** Emails include their whole text, so pages are small. */
const LIMIT = '50'

export const useMails = (filter: ReturnType<typeof useMailFilter>) =>
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
