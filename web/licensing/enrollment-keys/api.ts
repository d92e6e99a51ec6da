import { useInfiniteQuery } from '@tanstack/react-query'
import { enrollmentKeys } from '#contract/licensing/enrollment-keys.ts'
import { callPage } from '#web/app/api/call.ts'
import { useUndoableWrite, useWrite } from '#web/app/api/data.ts'
import { pagesOf } from '#web/app/api/pages.ts'
import { keyOf } from '#web/app/api/query-client.ts'

const PAGE_SIZE = '200'

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

const failure = 'Failed to update enrollment key'

export const useChangeKey = () =>
  useWrite(enrollmentKeys.change, { success: 'Enrollment key updated', failure, refresh })

/** Pausing needs no confirmation, because devices retry. */
export const usePauseKey = () =>
  useUndoableWrite(enrollmentKeys.change, {
    success: ({ isPaused }) => `Enrollment key ${isPaused ? 'paused' : 'resumed'}`,
    failure,
    refresh,
  })

export const useDeleteKey = () =>
  useWrite(enrollmentKeys.remove, {
    success: 'Enrollment key deleted',
    failure: 'Failed to delete enrollment key',
    refresh,
  })
