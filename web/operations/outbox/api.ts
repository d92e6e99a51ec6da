import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { outbox, type Mail } from '#contract/operations/outbox.ts'
import { callPage } from '#web/app/api/call.ts'
import { useRead } from '#web/app/api/data.ts'
import { keyOf } from '#web/app/api/query-client.ts'

export type MailFilter = { search: string; status: Mail['status'] | undefined }

/** Mails come with all their text, so a screenful at a time. */
const LIMIT = '200'

export const useMails = (filter: MailFilter) =>
  useQuery({
    queryKey: keyOf(outbox.list, { query: filter }),
    queryFn: () => callPage(outbox.list, { query: { ...filter, limit: LIMIT } }),
    placeholderData: keepPreviousData,
    // Mails are written by what happens elsewhere: whoever opens the screen wants to see the one from just now.
    staleTime: 0,
  })

/** What its examples say changes with the day at most. */
export const useTemplates = () => useRead(outbox.templates)
