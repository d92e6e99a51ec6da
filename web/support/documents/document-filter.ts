import * as z from 'zod/mini'
import { DocumentQuery } from '#contract/support/documents.ts'
import { useUrlFilter } from '#web/app/lists/url-filter.ts'

const Filter = z.pick(DocumentQuery, { search: true, type: true, tag: true })
export type DocumentFilter = z.infer<typeof Filter>

export const useDocumentFilter = () => useUrlFilter(Filter)

export const NO_FILTER = { search: null, type: null, tag: null }
