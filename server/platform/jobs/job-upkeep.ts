import type pg from 'pg'
import { connectOwner } from '#server/database/database.ts'

/**
 * Without these indexes, queries about finished jobs read the whole table. An upgrade of the queue may drop them, so they are created again
 * at start.
 */
const indexes = {
  /** Last run, running and failed jobs. */
  job_ends: `(name, state, completed_on) where state >= 'active'`,
  /** Whether the same job succeeded later. */
  job_done: `(name, jsonb_hash(coalesce(data, '{}')), completed_on) where state = 'completed'`,
}

/** Creates the indexes on the queue's tables after its migration. */
export async function keepUpJobs(url: string, schema: string, names: string[]) {
  const client = await connectOwner(url, 'latchkey-migrate')
  try {
    for (const [name, definition] of Object.entries(indexes)) await addIndex(client, { schema, name, definition })
    await forgetOthers(client, schema, names)
  } finally {
    await client.end()
  }
}

type Index = { schema: string; name: string; definition: string }

/** Looks first: even `if not exists` would wait for writers. */
async function addIndex(client: pg.Client, { schema, name, definition }: Index) {
  const { rows } = await client.query('select to_regclass($1) as found', [`${schema}.${name}`])
  if (!rows[0].found) await client.query(`create index ${name} on ${schema}.job ${definition}`)
}

/**
 * Deletes finished jobs of kinds that this version lacks, because no one could retry them and health would report them as late. Waiting
 * ones stay for a day for processes of the previous version.
 */
const forgetOthers = (client: pg.Client, schema: string, names: string[]) =>
  client.query(
    `delete from ${schema}.job where name <> all($1) and name not like '\\_\\_pgboss%'
       and (state > 'active' or state < 'active' and start_after < now() - interval '1 day')`,
    [names],
  )
