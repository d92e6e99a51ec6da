import { sql, type SQL, type SQLWrapper } from 'drizzle-orm'

/** For an index of texts by each two and three characters in a row. */
export const partsOf = (text: SQLWrapper): SQL => sql`parts_of(${text})`

/** Several columns as one text, for one index. */
export const joinedText = (...columns: SQLWrapper[]): SQL =>
  sql.join(
    columns.map((column) => sql`coalesce(${column}, '')`),
    sql` || ' ' || `,
  )

/**
 * True for each text that contains the other, in any case, and for some that don't. Without its index it costs a hundred times as much as
 * `strpos`: only for queries that an index in their order ends after a few rows.
 */
export const mayContain = (text: SQLWrapper, wanted: string): SQL =>
  sql`${partsOf(text)} @> ${partsOf(sql`${wanted}::text`)}`

/** Finds a text anywhere in the column, in any case. The index serves texts of two characters or more. */
export const containsText = (column: SQLWrapper, text: string): SQL =>
  sql`(${mayContain(column, text)} and strpos(lower(${column}), lower(${text}::text)) > 0)`
