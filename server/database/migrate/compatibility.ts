import type pg from 'pg'
import { StartupError } from '#server/database/startup-error.ts'
import type { Migration } from './migration-files.ts'
import { RELEASE, readApplied, readNewer } from './migration-records.ts'

type Connection = pg.ClientBase | pg.Pool

/** The release whose schema is this one's first migration. Older databases must upgrade to it first. */
const OLDEST = { release: '0.1.0', tag: '0023_check_in_callers' }

/** Accepts a newer schema unless it removed something this release uses. Throws a sentence that names both. */
export async function requireCompatible(connection: Connection, migrations: Migration[]) {
  const refusal = await findRefusal(connection, migrations)
  if (refusal !== undefined) throw new StartupError(refusal)
}

/** Returns why this release cannot use the current schema, if so. */
export async function findMismatch(connection: Connection, migrations: Migration[]) {
  const refusal = await findRefusal(connection, migrations)
  if (refusal !== undefined) return refusal
  const applied = await readApplied(connection)
  const missing = migrations.find(({ when }) => !applied.has(when))
  return missing && `The database has no ${missing.tag}, which ${ownName(migrations)} needs: run "npm run migrate".`
}

/** Says so if the schema is that of a newer release, on which this one runs. */
export async function describeNewer(connection: Connection, migrations: Migration[]) {
  const { newest } = await readNewer(connection, migrations.at(-1)?.when ?? 0)
  return (
    newest &&
    `The database has the newer schema ${newest.tag} of Latchkey ${newest.release}. Latchkey ${RELEASE} runs on it, also beside the newer release.`
  )
}

async function findRefusal(connection: Connection, migrations: Migration[]) {
  return (await findTooOld(connection, migrations)) ?? findTakenAway(connection, migrations)
}

/** Detects databases with only some of the migrations that became the first one. */
async function findTooOld(connection: Connection, migrations: Migration[]) {
  const applied = await readApplied(connection)
  const [first] = migrations
  if (applied.size === 0 || !first || applied.has(first.when)) return undefined
  return (
    `This database is older than the schema of Latchkey ${OLDEST.release} (${OLDEST.tag}), the oldest that this release can upgrade: ` +
    `run "npm run migrate" of Latchkey ${OLDEST.release} first.`
  )
}

async function findTakenAway(connection: Connection, migrations: Migration[]) {
  const { newest, contract } = await readNewer(connection, migrations.at(-1)?.when ?? 0)
  if (!newest || !contract) return undefined
  return (
    `${ownName(migrations)} cannot run on this database: it has the schema ${newest.tag} of Latchkey ${newest.release}, and ` +
    `${contract.tag} took away what this release uses. Start Latchkey ${contract.release} or newer.`
  )
}

const ownName = (migrations: Migration[]) => `Latchkey ${RELEASE} with the schema ${migrations.at(-1)?.tag}`
