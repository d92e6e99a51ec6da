import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { documents } from '#contract/support/documents.ts'
import { call, callPage } from '#web/app/api/call.ts'
import { idOf, useNewest } from '#web/app/api/changed-values.ts'
import { readOptions, useRead, useUndoableWrite, useWrite } from '#web/app/api/data.ts'
import { PAGES } from '#web/app/api/list-cache.ts'
import { pagesOf } from '#web/app/api/pages.ts'
import { keyOf, refetch } from '#web/app/api/query-client.ts'
import type { DocumentFilter } from './document-filter.ts'

/** Documents come with all their text, so some screenfuls at a time. */
const PAGE_SIZE = '200'

export const useDocumentPages = (filter: DocumentFilter) =>
  useInfiniteQuery({
    queryKey: [...keyOf(documents.list, { query: filter }), PAGES],
    ...pagesOf((cursor) => callPage(documents.list, { query: { ...filter, cursor, limit: PAGE_SIZE } })),
    // Other users write documents, so a stored answer is always refreshed.
    staleTime: 0,
  })

export const useDocument = (id: string) => useRead(documents.one, { params: { id } })

export const useFeedback = (id: string) => useRead(documents.feedback, { params: { id } })

export const useComments = (id: string) => useRead(documents.comments, { params: { id } })

export const useGiveFeedback = () =>
  useWrite(documents.giveFeedback, {
    success: ['Thank you', 'Your answer has been saved.'],
    failure: 'Failed to save the answer',
    refresh: [documents.list],
  })

/** Keeps the last answer while the next one loads. Failures are not shown: the user didn't ask for suggestions. */
export const useSuggestions = (question: string) =>
  useQuery({
    ...readOptions(documents.suggest, { query: { question } }),
    enabled: question !== '',
    placeholderData: keepPreviousData,
  })

const refresh = [documents.list]

/** After a conflict, the list shows the newer version. */
const reread = () => refetch({ queryKey: keyOf(documents.list) })

export const useCreateDocument = () =>
  useWrite(documents.create, {
    success: ({ title }) => ['Document created', title],
    failure: 'Failed to create document',
    refresh,
  })

/** The list may no longer show the newest version. */
export const useChangeDocument = () =>
  useWrite(documents.change, {
    success: ({ title }) => ['Document updated', title],
    failure: 'Failed to update document',
    refresh,
    ...useNewest(idOf, async (id) => {
      await reread()
      return call(documents.one, { params: { id } })
    }),
  })

export const usePublishDocument = () =>
  useUndoableWrite(documents.change, {
    success: ({ title, published }) => [published ? 'Document published' : 'Document is a draft again', title],
    failure: 'Failed to publish document',
    undoFailure: 'Failed to make the document a draft again',
    refresh,
    reread,
  })

export const useDeleteDocument = () =>
  useWrite(documents.remove, { success: 'Document deleted', failure: 'Failed to delete document', refresh })
