import { useQuery } from '@tanstack/react-query'
import { inbox } from '#contract/support/inbox.ts'
import { readOptions, useRead, useWrite } from '#web/app/api/data.ts'

/** Colleagues and customers change them, so a stored answer is always refreshed. */
export const useInboxCounts = () => useQuery({ ...readOptions(inbox.counts), staleTime: 0 })

export const useSavedViews = () => useRead(inbox.views)

export const useSaveView = () =>
  useWrite(inbox.saveView, {
    success: ({ name }) => `View “${name}” saved`,
    failure: 'Failed to save the view',
    refresh: [inbox.views],
  })

export const useRemoveView = () =>
  useWrite(inbox.removeView, {
    success: 'View deleted',
    failure: 'Failed to delete the view',
    refresh: [inbox.views],
  })
