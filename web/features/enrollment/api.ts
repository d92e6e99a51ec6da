import { useInfiniteQuery } from '@tanstack/react-query'
import { enrollmentKeys } from '#contract/enrollment-keys.ts'
import { callPage } from '#web/app/call.ts'
import { useWrite } from '#web/app/data.ts'
import { pagesOf } from '#web/app/pages.ts'
import { keyOf } from '#web/app/query-client.ts'

const PAGE_SIZE = '200'

/** Newest first. */
export const useEnrollmentKeys = () =>
  useInfiniteQuery({
    queryKey: keyOf(enrollmentKeys.list),
    ...pagesOf((cursor) => callPage(enrollmentKeys.list, { query: { cursor, limit: PAGE_SIZE } })),
  })

const refresh = [enrollmentKeys.list]

export const useCreateKey = () =>
  useWrite(enrollmentKeys.create, {
    success: 'Enrollment key created',
    failure: 'Failed to create enrollment key',
    refresh,
  })

export const useChangeKey = () =>
  useWrite(enrollmentKeys.change, {
    success: (_key, { body }) => `Enrollment key ${wordOf(body?.isPaused)}`,
    failure: 'Failed to update enrollment key',
    refresh,
  })

const wordOf = (isPaused: boolean | undefined) => (isPaused === undefined ? 'updated' : isPaused ? 'paused' : 'resumed')

export const useDeleteKey = () =>
  useWrite(enrollmentKeys.remove, {
    success: 'Enrollment key deleted',
    failure: 'Failed to delete enrollment key',
    refresh,
  })
