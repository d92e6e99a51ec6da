import type pg from 'pg'
import { StartupError } from '#server/database/startup-error.ts'

type Facts = { database: string; encoding: string; lowered: string }

/** Refuses a new database that would garble text. In Turkish and Azerbaijani, I is not the capital letter of i. */
export async function requireText(client: pg.Client) {
  const { rows } = await client.query<Facts>(
    `select current_database() as database, current_setting('server_encoding') as encoding, lower('I') as lowered`,
  )
  for (const facts of rows) {
    const problem = problemOf(facts)
    if (problem)
      throw new StartupError(
        `The database "${facts.database}" has ${problem}: create it with "template template0 encoding 'UTF8' locale_provider libc locale 'C.UTF-8'".`,
      )
  }
}

function problemOf({ encoding, lowered }: Facts) {
  if (encoding !== 'UTF8') return `the encoding ${encoding}, which cannot store all letters`
  if (lowered !== 'i')
    return 'a locale in which I is not the capital letter of i, so that one address could have two accounts'
  return undefined
}
