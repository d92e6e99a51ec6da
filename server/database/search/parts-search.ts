import { sql, type SQL, type SQLWrapper } from 'drizzle-orm'

/** For an index of texts by each two and three characters in a row. */
export const partsOf = (text: SQLWrapper): SQL => sql`parts_of(${text})`

/** Finds a text anywhere in the column, in any case. The index serves texts of two characters or more. */
export const containsText = (column: SQLWrapper, text: string): SQL =>
  sql`(${partsOf(column)} @> ${partsOf(sql`${text}::text`)} and strpos(lower(${column}), lower(${text}::text)) > 0)`
