import pg from 'pg'

/**
 * Without these every question about what ran reads all that is kept. The queue's own upgrades know nothing of them, so they
 * are made anew after one that took them away; its comparison of schemas mentions them as extra and minds nothing.
 */
const indexes = {
  /** The last run of a job, what runs, what was given up. */
  job_ends: `(name, state, completed_on) where state >= 'active'`,
  /** Whether the same thing was done later. */
  job_done: `(name, jsonb_hash(coalesce(data, '{}')), completed_on) where state = 'completed'`,
}

/** For the queue's tables, once they are as this version wants them. */
export async function keepUpJobs(url: string, schema: string, names: string[]) {
  const client = new pg.Client({ connectionString: url, application_name: 'latchkey-migrate' })
  await client.connect()
  try {
    for (const [name, definition] of Object.entries(indexes)) await addIndex(client, { schema, name, definition })
    await forgetOthers(client, schema, names)
  } finally {
    await client.end()
  }
}

type Index = { schema: string; name: string; definition: string }

/** Looks first: even an index that exists would wait for whoever writes. */
async function addIndex(client: pg.Client, { schema, name, definition }: Index) {
  const { rows } = await client.query('select to_regclass($1) as found', [`${schema}.${name}`])
  if (!rows[0].found) await client.query(`create index ${name} on ${schema}.job ${definition}`)
}

/**
 * Jobs that this version no longer has: nobody could try their failures again, and health would call late what never comes.
 * What waits may still be done by a process of the version before, for a day.
 */
const forgetOthers = (client: pg.Client, schema: string, names: string[]) =>
  client.query(
    `delete from ${schema}.job where name <> all($1) and name not like '\\_\\_pgboss%'
       and (state > 'active' or state < 'active' and start_after < now() - interval '1 day')`,
    [names],
  )
