import { setTimeout as delay } from 'node:timers/promises'
import type pg from 'pg'
import { StartupError } from '#server/database/startup-error.ts'
import type { Migration, Step } from './migration-files.ts'
import { recordStep, stepsDone } from './migration-records.ts'

/** A statement waiting for a table's lock blocks all later ones, so it times out soon and is retried. */
export const SESSION = `set lock_timeout = '500ms'; set statement_timeout = 0; set idle_in_transaction_session_timeout = 0`

/** A concurrent index build waits for open transactions without blocking anyone. */
const PATIENT = `set lock_timeout = 0`

const LOCK_NOT_AVAILABLE = '55P03'
const DEADLOCK = '40P01'

/** Milliseconds. */
const PAUSE = { first: 500, longest: 5000 }

type Options = {
  /** Milliseconds. */
  patience?: number
  say?: (sentence: string) => void
}

type MigrationTag = Pick<Migration, 'tag'>

/** Runs pending migrations step by step, so that an interrupted run continues where it stopped. */
export async function applyMigrations(client: pg.Client, pending: Migration[], options: Options = {}) {
  for (const migration of pending) {
    const done = await stepsDone(client, migration)
    for (const [index, step] of migration.steps.entries()) {
      if (index >= done) await persist(migration, () => runStep(client, migration, index, step), options)
    }
  }
}

/** Retries while others have the step's locks. */
async function persist(
  { tag }: MigrationTag,
  run: () => Promise<void>,
  { patience = 600_000, say = () => {} }: Options,
) {
  const deadline = Date.now() + patience
  for (let pause = PAUSE.first; ; pause = Math.min(pause * 2, PAUSE.longest)) {
    try {
      return await run()
    } catch (error) {
      const { code } = error as { code?: string }
      if (code !== LOCK_NOT_AVAILABLE && code !== DEADLOCK) throw error
      if (Date.now() + pause > deadline) throw new StartupError(gaveUp(tag))
    }
    if (pause >= 1000) say(`The migration ${tag} waits for another transaction and retries in ${pause / 1000} s.`)
    await delay(pause)
  }
}

const gaveUp = (tag: string) =>
  `The migration ${tag} couldn’t get a lock from another transaction. Its current step changed nothing; ` +
  'end that transaction, or start again when there is less traffic.'

async function runStep(client: pg.Client, migration: Migration, index: number, step: Step) {
  if (step.isAtomic) return runAtomic(client, migration, index, step)
  const [statement = ''] = step.statements
  await client.query(PATIENT)
  await dropUnfinished(client, statement)
  await client.query(statement)
  await runAtomic(client, migration, index, { statements: [] })
}

async function runAtomic(
  client: pg.Client,
  migration: Migration,
  index: number,
  { statements }: Pick<Step, 'statements'>,
) {
  await client.query(SESSION)
  await client.query('begin')
  try {
    for (const statement of statements) await client.query(statement)
    await recordStep(client, migration, index + 1)
    await client.query('commit')
  } catch (error) {
    await client.query('rollback').catch(() => undefined)
    throw error
  }
}

/** Drops the index of an interrupted build, which slows writes and is not used. */
async function dropUnfinished(client: pg.Client, statement: string) {
  const [, name] = /index\s+concurrently\s+if\s+not\s+exists\s+"?(\w+)"?/i.exec(statement) ?? []
  const { rows } = await client.query<{ name: string }>(
    `select indexrelid::regclass::text as name from pg_index join pg_class on pg_class.oid = indexrelid
     where relname = $1 and relnamespace = 'public'::regnamespace and not indisvalid`,
    [name ?? ''],
  )
  for (const index of rows) await client.query(`drop index concurrently ${index.name}`)
}
