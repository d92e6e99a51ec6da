import type { DocumentType, FoundDocument } from '#contract/support/documents.ts'

const published: { title: string; types: DocumentType[] }[] = [
  { title: 'Frequently Asked Questions', types: ['faq'] },
  { title: 'Tutorials', types: ['tutorial'] },
  { title: 'Documentation', types: ['doc'] },
  { title: 'Guides & Policies', types: ['guide', 'policy'] },
]

/** By what they are, drafts last; what a search found stays together, the best first. Empty groups are left out. */
export function groupsOf(documents: FoundDocument[], { isSearch }: { isSearch: boolean }) {
  const groups = isSearch
    ? [{ title: 'Search Results', members: documents }]
    : [
        ...published.map(({ title, types }) => ({
          title,
          members: documents.filter((document) => document.published && types.includes(document.type)),
        })),
        { title: 'Drafts', members: documents.filter((document) => !document.published) },
      ]
  return groups.filter(({ members }) => members.length > 0)
}
