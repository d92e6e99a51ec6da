import { and, desc, eq, gte, sql } from 'drizzle-orm'
import { SEARCH_GROUP } from '#contract/operations/search.ts'
import { MARK, MAX_SUGGESTIONS, MOST_FOUND } from '#contract/support/documents.ts'
import { plainText } from '#contract/support/plain-text.ts'
import type { Database } from '#server/database/database.ts'
import { wordsQuery } from '#server/database/search/full-text-search.ts'
import { documents } from '#server/database/schema/support/documents.ts'
import { limitOf } from '#server/platform/http/lists/queries.ts'
import { feedbackCounts } from './feedback-queries.ts'
import { matching, shown, type DocumentQuery, type Reader } from './queries.ts'

export type Search = DocumentQuery & { search: string }

/** Divides the rank by the logarithm of the length, because long documents repeat words. */
const BY_LENGTH = 1

const selectBest = (db: Database, reader: Reader, query: Search) =>
  db
    .select({ ...shown, feedback: feedbackCounts(reader) })
    .from(documents)
    .where(matching(reader, query))
    .orderBy(
      desc(sql`ts_rank_cd(${documents.words}, ${wordsQuery(query.search)}, ${BY_LENGTH})`),
      desc(documents.createdAt),
      desc(documents.id),
    )
    .limit(Math.min(limitOf(query), MOST_FOUND))

export async function searchWithExcerpts(db: Database, reader: Reader, query: Search) {
  const found = await selectBest(db, reader, query)
  const excerpts = await selectExcerpts(db, query.search, found)
  return found.map((document, place) => ({ ...document, excerpt: excerpts[place] ?? '' }))
}

/** Characters searched for a passage, which limits the cost of long documents. */
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

export const searchDocuments = (db: Database, reader: Reader, search: string) =>
  selectBest(db, reader, { search, limit: SEARCH_GROUP })

/** Documents with a lower rank share words with the question but hardly answer it. */
const GOOD = 0.1

/** Returns published documents that match words of the question, best first. */
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

/** Matches any word's stem. Stop words ('how', 'the') have none. */
const someWord = (question: string) =>
  sql`replace(plainto_tsquery('english', ${question})::text, ' & ', ' | ')::tsquery`
