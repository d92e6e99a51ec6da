import { setTimeout as delay } from 'node:timers/promises'
import type pg from 'pg'
import { connectOwner } from '#server/database/database.ts'
import { StartupError } from '#server/database/startup-error.ts'
import { FORBIDDEN } from '#server/database/violations.ts'
import { applyMigrations } from './apply-migrations.ts'
import { requireCompatible } from './compatibility.ts'
import { readMigrations, type Migration } from './migration-files.ts'
import { requireText } from './database-text.ts'
import { ensureRecords, readApplied } from './migration-records.ts'
import { grantRights, requireRights } from './rights.ts'

/** An arbitrary number for the advisory lock. */
const LOCK = 7_205_318

type Options = {
  migrations?: Migration[]
  /** Other schemas: the job queue. */
  steps?: ((url: string) => Promise<void>)[]
  /** The server's database user, which gets its rights. */
  serverUser?: string
  say?: (sentence: string) => void
}

/** Migrates the schema. Concurrent starts wait for the lock and then have nothing to do. */
export async function migrate(
  url: string,
  { migrations = readMigrations(), steps = [], serverUser, say }: Options = {},
) {
  const client = await connectOwner(url, 'latchkey-migrate')
  try {
    await takeLock(client)
    await requireCompatible(client, migrations)
    await ensureRecords(client)
    const applied = await readApplied(client)
    if (applied.size === 0) await requireText(client)
    const pending = migrations.filter(({ when }) => !applied.has(when))
    await applyMigrations(client, pending, say && { say })
    for (const step of steps) await step(url)
    // The lock has ended if its connection has.
    await client.query('select')
    if (serverUser !== undefined) await grantRights(client, serverUser)
  } catch (error) {
    throw (await explainRefusal(client, error)) ?? error
  } finally {
    await client.end()
  }
}

/** Polls instead of waiting, because a concurrent index build waits for all running statements. */
async function takeLock(client: pg.Client) {
  for (;;) {
    const { rows } = await client.query<{ taken: boolean }>('select pg_try_advisory_lock($1) as taken', [LOCK])
    if (rows[0]?.taken) return
    await delay(200)
  }
}

/** Adds the sentence that helps a user without rights. */
async function explainRefusal(client: pg.Client, error: unknown) {
  const { code, message } = error as { code?: string; message: string }
  if (code !== FORBIDDEN) return undefined
  const { rows } = await client.query<{ user: string }>('select current_user as user')
  const user = rows[0]?.user ?? ''
  const applied = await readApplied(client).catch(() => undefined)
  if (!applied || applied.size > 0) await requireRights(client, user)
  return new StartupError(
    `The database user "${user}" may not change the schema as this release needs it (${message}): ` +
      'run "npm run migrate" with MIGRATION_DATABASE_URL set to the owner of the tables.',
    { cause: error },
  )
}
