import type { DocumentType, FoundDocument } from '#contract/support/documents.ts'

export type DocumentGroup = { title: string; members: FoundDocument[] }

const publishedGroups: { title: string; types: DocumentType[] }[] = [
  { title: 'Frequently Asked Questions', types: ['faq'] },
  { title: 'Tutorials', types: ['tutorial'] },
  { title: 'Documentation', types: ['doc'] },
  { title: 'Guides & Policies', types: ['guide', 'policy'] },
]

/** Groups documents by type, drafts last. Search results stay in one group, best first. */
export function groupsOf(documents: FoundDocument[], { isSearch }: { isSearch: boolean }): DocumentGroup[] {
  const groups = isSearch
    ? [{ title: 'Search Results', members: documents }]
    : [
        ...publishedGroups.map(({ title, types }) => ({
          title,
          members: documents.filter((document) => document.published && types.includes(document.type)),
        })),
        { title: 'Drafts', members: documents.filter((document) => !document.published) },
      ]
  return groups.filter(({ members }) => members.length > 0)
}

/** The documents before and after one, in the order of the groups. */
export function neighborsOf(groups: DocumentGroup[], id: string) {
  const all = groups.flatMap(({ members }) => members)
  const place = all.findIndex((document) => document.id === id)
  return place < 0 ? {} : { previous: all[place - 1], next: all[place + 1] }
}

export type Neighbors = ReturnType<typeof neighborsOf>
