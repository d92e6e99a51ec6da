import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { documents, type Document } from '#contract/support/documents.ts'
import { callPage } from '#web/app/api/call.ts'
import { readOptions, useRead, useUndoableWrite, useWrite } from '#web/app/api/data.ts'
import { pagesOf } from '#web/app/api/pages.ts'
import { keyOf, refetch } from '#web/app/api/query-client.ts'
import type { DocumentFilter } from './document-filter.ts'

/** Documents come with all their text, so some screenfuls at a time. */
const PAGE_SIZE = '200'

export const useDocumentPages = (filter: DocumentFilter) =>
  useInfiniteQuery({
    queryKey: [...keyOf(documents.list, { query: filter }), 'pages'],
    ...pagesOf((cursor) => callPage(documents.list, { query: { ...filter, cursor, limit: PAGE_SIZE } })),
    // Written by others and elsewhere: whoever comes back to the tab wants to see what is new.
    staleTime: 0,
  })

export const useDocument = (id: string) => useRead(documents.one, { params: { id } })

/** While the next answer is on its way, the last one stays. A failure is silent: nobody asked for help here. */
export const useSuggestions = (question: string) =>
  useQuery({
    ...readOptions(documents.suggest, { query: { question } }),
    enabled: question !== '',
    placeholderData: keepPreviousData,
  })

const refresh = [documents.list]

/** Whoever is refused for what somebody else has done meanwhile sees it before trying again. */
const reread = () => refetch({ queryKey: keyOf(documents.list) })

export const useCreateDocument = () =>
  useWrite(documents.create, { success: 'Document created', failure: 'Failed to create document', refresh })

/** For a change that may not overwrite somebody else's: the version it was based on. */
export const basedOn = ({ id, updatedAt }: Document) => ({ params: { id }, headers: { 'if-match': updatedAt } })

export const useChangeDocument = () =>
  useWrite(documents.change, { success: 'Document updated', failure: 'Failed to update document', refresh, reread })

export const usePublishDocument = () =>
  useUndoableWrite(documents.change, {
    success: ({ published }) => (published ? 'Document published' : 'Document is a draft again'),
    failure: 'Failed to publish document',
    refresh,
    reread,
  })

export const useDeleteDocument = () =>
  useWrite(documents.remove, { success: 'Document deleted', failure: 'Failed to delete document', refresh })
