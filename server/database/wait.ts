import { setTimeout as delay } from 'node:timers/promises'
import pg from 'pg'
import { StartupError } from './startup-error.ts'

/** Answers that waiting does not change: wrong password, no such role, no such database. */
const FINAL = new Set(['28P01', '28000', '3D000', '42501'])
const OLDEST = 150_000

/** Resolves once the database answers. Throws one sentence when it refuses, is too old, or stays silent for `seconds`. */
export async function waitForDatabase(url: string, seconds: number) {
  const deadline = Date.now() + seconds * 1000
  for (;;) {
    const failure = await knock(url)
    if (!failure) return
    if (FINAL.has(failure.code ?? '') || Date.now() >= deadline) {
      throw new StartupError(`The database at ${placeOf(url)} cannot be used: ${failure.message || failure.code}.`)
    }
    await delay(500)
  }
}

async function knock(url: string): Promise<(Error & { code?: string }) | undefined> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 3000, application_name: 'latchkey' })
  try {
    await client.connect()
    const { rows } = await client.query<{ version: number }>(
      `select current_setting('server_version_num')::int as version`,
    )
    if (rows[0] && rows[0].version < OLDEST) throw new StartupError('Latchkey needs PostgreSQL 15 or newer.')
    return undefined
  } catch (error) {
    if (error instanceof StartupError) throw error
    return error as Error
  } finally {
    await client.end().catch(() => undefined)
  }
}

const placeOf = (url: string) => {
  const { hostname, port, pathname } = new URL(url)
  return `${hostname}:${port || 5432}${pathname}`
}
