import { createRequire } from 'node:module'
import type pg from 'pg'
import type { PgBoss } from 'pg-boss'
import { RELEASE } from '#server/database/migrate/migration-records.ts'
import { StartupError } from '#server/database/startup-error.ts'

const library = createRequire(import.meta.url)('pg-boss/package.json') as { pgboss: { schema: number } }

/** Otherwise pg-boss asks for migrations, which this release does not have. */
export async function requireKnown(boss: PgBoss) {
  if (((await boss.schemaVersion()) ?? 0) <= library.pgboss.schema) return
  throw new StartupError(
    `The job queue in this database was upgraded by a newer release, and Latchkey ${RELEASE} cannot use it: start that release again.`,
  )
}

/** pg-boss passes this on to its pool, but its types lack it. */
export const withSettings = (settings: string) => ({
  onConnect: async (client: pg.ClientBase) => void (await client.query(settings)),
})

type Failure = Error & { code?: string }

/** pg-boss reports the failure of a worker as a plain object, and adds which worker. They all fail for one reason, which is logged once. */
export function asError(failure: Pick<Failure, 'message' | 'stack' | 'code'>): Failure {
  if (failure instanceof Error) return failure
  const { message, stack, code } = failure
  const error = new Error(message.replace(/ \(Queue: .*\)$/, ''))
  return Object.assign(error, { stack }, code !== undefined && { code })
}
