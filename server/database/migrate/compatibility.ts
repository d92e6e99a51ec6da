import type pg from 'pg'
import { StartupError } from '#server/platform/config.ts'
import type { Migration } from './migration-files.ts'
import { RELEASE, readApplied, readNewer } from './migration-records.ts'

type Connection = pg.ClientBase | pg.Pool

/** A newer schema serves this release as long as nothing was taken away that it uses. Throws a sentence that names both. */
export async function requireCompatible(connection: Connection, migrations: Migration[]) {
  const refusal = await findRefusal(connection, migrations)
  if (refusal !== undefined) throw new StartupError(refusal)
}

/** Why this release cannot work on the schema that the database has now, if it cannot. */
export async function findMismatch(connection: Connection, migrations: Migration[]) {
  const refusal = await findRefusal(connection, migrations)
  if (refusal !== undefined) return refusal
  const applied = await readApplied(connection)
  const missing = migrations.find(({ when }) => !applied.has(when))
  return missing && `The database has no ${missing.tag}, which ${ownName(migrations)} needs: run "npm run migrate".`
}

async function findRefusal(connection: Connection, migrations: Migration[]) {
  const { newest, contract } = await readNewer(connection, migrations.at(-1)?.when ?? 0)
  if (!newest || !contract) return undefined
  return (
    `${ownName(migrations)} cannot run on this database: it has the schema ${newest.tag} of Latchkey ${newest.release}, and ` +
    `${contract.tag} took away what this release uses. Start Latchkey ${contract.release} or newer.`
  )
}

const ownName = (migrations: Migration[]) => `Latchkey ${RELEASE} with the schema ${migrations.at(-1)?.tag}`
