import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { cannedReplies } from '#contract/support/canned-replies.ts'
import { categories } from '#contract/support/categories.ts'
import { REPORT_DAYS, supportDesk, type ReportRange, type TicketTarget } from '#contract/support/support-desk.ts'
import { tickets } from '#contract/support/tickets.ts'
import { call } from '#web/app/api/call.ts'
import { idOf, useChangedValues, useNewest } from '#web/app/api/changed-values.ts'
import { readOptions, useRead, useWrite } from '#web/app/api/data.ts'
import { lastDays } from './reports/range.ts'

export const useCategories = () => useRead(categories.list)

export const useCreateCategory = () =>
  useWrite(categories.create, {
    success: 'Category created',
    failure: 'Failed to create category',
    refresh: [categories.list],
  })

export const useChangeCategory = () =>
  useWrite(categories.change, {
    success: 'Category updated',
    failure: 'Failed to update category',
    refresh: [categories.list],
  })

export const useDeleteCategory = () =>
  useWrite(categories.remove, {
    success: 'Category deleted',
    failure: 'Failed to delete category',
    refresh: [categories.list, tickets.list],
  })

export const useCannedReplies = () => useRead(cannedReplies.list)

export const useCreateReply = () =>
  useWrite(cannedReplies.create, {
    success: 'Reply created',
    failure: 'Failed to create reply',
    refresh: [cannedReplies.list],
  })

export const useChangeReply = () =>
  useWrite(cannedReplies.change, {
    success: 'Reply updated',
    failure: 'Failed to update reply',
    refresh: [cannedReplies.list],
    ...useNewest(idOf, async (id) => (await call(cannedReplies.list, {})).find((reply) => reply.id === id)),
  })

export const useDeleteReply = () =>
  useWrite(cannedReplies.remove, {
    success: 'Reply deleted',
    failure: 'Failed to delete reply',
    refresh: [cannedReplies.list],
  })

export const useTargets = () => useRead(supportDesk.targets)

/** Keeps what a colleague has changed since the form was opened. Changed targets change which tickets are late. */
export function useSetTarget(opened: TicketTarget) {
  const changesIn = useChangedValues(opened)
  return useWrite(supportDesk.setTargets, {
    success: 'Response target updated',
    failure: 'Failed to update response target',
    refresh: [supportDesk.targets, supportDesk.report, tickets.list],
    rebase: async ({ body }) => {
      const newest = await call(supportDesk.targets, {})
      const withChanges = (target: TicketTarget) => ({
        ...target,
        ...newest.find(({ priority }) => priority === target.priority),
        ...changesIn(target),
      })
      return { body: { targets: body.targets.map(withChanges) } }
    },
  })
}

/** Refetched on every mount, because every ticket changes them. The last figures stay while others load. */
export const useSupportReports = (range: ReportRange) =>
  useQuery({ ...readOptions(supportDesk.reports, { query: range }), staleTime: 0, placeholderData: keepPreviousData })

export const useLastReports = () => useSupportReports(lastDays(REPORT_DAYS))
