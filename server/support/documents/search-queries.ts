import { and, desc, eq, gte, sql } from 'drizzle-orm'
import { SEARCH_GROUP } from '#contract/operations/search.ts'
import { MARK, MAX_SUGGESTIONS, MOST_FOUND } from '#contract/support/documents.ts'
import { plainText } from '#contract/support/plain-text.ts'
import type { Database } from '#server/database/database.ts'
import { documents } from '#server/database/schema/support/documents.ts'
import { wordsQuery } from '#server/database/words.ts'
import { limitOf } from '#server/platform/http/lists/queries.ts'
import { matching, shown, type DocumentQuery, type Reader } from './queries.ts'

export type Search = DocumentQuery & { search: string }

/** Long documents say every word more often: their rank is divided by the logarithm of their length. */
const BY_LENGTH = 1

/** The documents that answer the search best. A word counts most in a title, then in a tag. */
export const selectBest = (db: Database, reader: Reader, query: Search) =>
  db
    .select(shown)
    .from(documents)
    .where(matching(reader, query))
    .orderBy(
      desc(sql`ts_rank_cd(${documents.words}, ${wordsQuery(query.search)}, ${BY_LENGTH})`),
      desc(documents.createdAt),
      desc(documents.id),
    )
    .limit(Math.min(limitOf(query), MOST_FOUND))

/** The same, each with the passage that answers the search. */
export async function searchWithExcerpts(db: Database, reader: Reader, query: Search) {
  const found = await selectBest(db, reader, query)
  const excerpts = await selectExcerpts(db, query.search, found)
  return found.map((document, place) => ({ ...document, excerpt: excerpts[place] ?? '' }))
}

/** Characters of a document in which a passage is looked for, so that the longest books cost no more than an article. */
const LOOKED_AT = 30_000

const PASSAGE = `StartSel=${MARK.start}, StopSel=${MARK.end}, MaxWords=28, MinWords=14, MaxFragments=2, FragmentDelimiter=" … "`

async function selectExcerpts(db: Database, search: string, found: { content: string }[]) {
  if (found.length === 0) return []
  const texts = found.map(({ content }) => withoutMarks(plainText(content.slice(0, LOOKED_AT))))
  const { rows } = await db.execute<{ excerpt: string }>(sql`
    select ts_headline('english', words, ${wordsQuery(search)}, ${PASSAGE}) as excerpt
    from unnest(${sql.param(texts)}::text[]) with ordinality as texts (words, place)
    order by place`)
  return rows.map(({ excerpt }) => excerpt)
}

const withoutMarks = (text: string) => text.replaceAll(MARK.start, '').replaceAll(MARK.end, '')

/** For the palette. */
export const searchDocuments = (db: Database, reader: Reader, search: string) =>
  selectBest(db, reader, { search, limit: SEARCH_GROUP })

/** Below this a document has a word in common with the question, but hardly its answer. */
const GOOD = 0.1

/** Published documents about some of the question's words, the more of them and the nearer to the title the better. */
export function suggestDocuments(db: Database, question: string) {
  const asked = someWord(question)
  const rank = sql<number>`ts_rank(${documents.words}, ${asked})`
  return db
    .select({ id: documents.id, title: documents.title, type: documents.type })
    .from(documents)
    .where(and(eq(documents.published, true), sql`${documents.words} @@ ${asked}`, gte(rank, GOOD)))
    .orderBy(desc(rank), desc(documents.createdAt), desc(documents.id))
    .limit(MAX_SUGGESTIONS)
}

/** Any word's stem will do. What every sentence has ('how', 'the') is none. */
const someWord = (question: string) =>
  sql`replace(plainto_tsquery('english', ${question})::text, ' & ', ' | ')::tsquery`
