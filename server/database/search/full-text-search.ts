import { sql, type AnyColumn, type SQL } from 'drizzle-orm'

/** Full-text query: every word, by prefix or English stem. Other characters are ignored; a search without words finds nothing. */
export function wordsQuery(search: string): SQL {
  const words = search.split(/\s+/).filter(Boolean)
  if (words.length === 0) return sql`''::tsquery`
  return sql.join(words.map(startingWith), sql` && `)
}

export const matchesWords = (column: AnyColumn, search: string): SQL => sql`${column} @@ (${wordsQuery(search)})`

function startingWith(word: string) {
  const quoted = `'${word.replaceAll('\\', '\\\\').replaceAll("'", "''")}'`
  return sql`(to_tsquery('simple', ${`${quoted}:*`}) || plainto_tsquery('english', ${word}))`
}
