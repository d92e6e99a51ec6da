import pg from 'pg'
import { startEmbeddedDatabase } from '#server/platform/embedded-postgres/embedded-database.ts'

// Tests start this as a process and kill it: the database has confirmed every number it printed.
const [directory = '', round = ''] = process.argv.slice(2)
const { url } = await startEmbeddedDatabase({ directory })
const pool = new pg.Pool({ connectionString: url, max: 4 })
pool.on('error', () => {})
await pool.query('create table if not exists confirmed (number bigint generated always as identity, round text)')

async function insertForever(): Promise<never> {
  for (;;) {
    const { rows } = await pool.query('insert into confirmed (round) values ($1) returning number', [round])
    process.stdout.write(`${rows[0].number}\n`)
  }
}

await Promise.all(Array.from({ length: 4 }, insertForever))
