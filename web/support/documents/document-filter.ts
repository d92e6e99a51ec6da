import * as z from 'zod/mini'
import { DocumentQuery } from '#contract/support/documents.ts'
import { useUrlState } from '#web/app/url-state.ts'

const { search, type, tag } = DocumentQuery.shape

const Filter = z.object({
  search: z.catch(search, undefined),
  type: z.catch(type, undefined),
  tag: z.catch(tag, undefined),
})
export type DocumentFilter = z.infer<typeof Filter>

export function useDocumentFilter(): DocumentFilter {
  const [wantedSearch] = useUrlState('search')
  const [wantedType] = useUrlState('type')
  const [wantedTag] = useUrlState('tag')
  return z.parse(Filter, {
    search: wantedSearch || undefined,
    type: wantedType || undefined,
    tag: wantedTag || undefined,
  })
}

export const NO_FILTER = { search: null, type: null, tag: null }
