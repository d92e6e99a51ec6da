import { countOf, formatSize } from '#contract/quantities.ts'
import { withoutComments } from '#server/database/migrate/migration-files.ts'
import type {
  PlannedLock,
  PlannedMigration,
  PlannedStatement,
  PlannedStep,
} from '#server/database/migrate/plan/read-plan.ts'
import type { Lock, Work } from '#server/database/migrate/plan/statement-locks.ts'

/** Statements on new tables alone are counted from here on. */
const LISTED = 20

const BLOCKED: Record<Lock, string> = {
  'ROW EXCLUSIVE': 'blocks only writers of the same rows',
  'SHARE UPDATE EXCLUSIVE': 'blocks no reads or writes',
  SHARE: 'blocks writes',
  'SHARE ROW EXCLUSIVE': 'blocks writes',
  'ACCESS EXCLUSIVE': 'blocks reads and writes',
}

const LONG: Record<Work, string> = {
  catalog: 'for a moment, however large the table is',
  reads: 'while it reads all rows',
  builds: 'while it builds an index of all rows',
  rewrites: 'while it rewrites the table and its indexes',
  rows: 'while it changes rows',
}

const FOOTER = [
  'Locks last until the end of their transaction. A transaction waits half a second for a lock, lets other requests pass and retries, for ten',
  'minutes at most. Rows are PostgreSQL’s estimate; sizes include indexes. The tables of the job queue (schema pgboss) are not planned here.',
].join('\n')

export function wordsOfPlan(migrations: PlannedMigration[]) {
  const count = countOf(migrations.length, 'migration is pending', 'migrations are pending')
  return [`${count}. Nothing was changed.`, ...migrations.map(wordsOfMigration), FOOTER].join('\n\n')
}

function wordsOfMigration({ tag, isContract, done, steps }: PlannedMigration) {
  const head = [
    tag,
    ...(done > 0 ? [`, interrupted after step ${done}`] : []),
    ...(isContract ? ['. The previous release does not run on the schema afterwards.'] : []),
  ].join('')
  const statements = steps.flatMap((step) => step.statements)
  if (statements.length > LISTED && statements.every(({ locks }) => locks?.length === 0))
    return `${head}\n  ${statements.length} statements on new tables, which block no one.`
  return [head, ...steps.map(wordsOfStep)].join('\n')
}

function wordsOfStep({ number, isAtomic, statements }: PlannedStep) {
  const head = `  Step ${number}, ${isAtomic ? 'one transaction' : 'outside of a transaction'}:`
  return [head, ...statements.flatMap(wordsOfStatement)].join('\n')
}

function wordsOfStatement({ text, locks }: PlannedStatement) {
  const effects = locks?.map(wordsOfLock) ?? ['its locks are not known: read it, and try it on a copy of the database']
  return [
    `    ${inOneLine(text)}`,
    ...(effects.length > 0 ? effects : ['blocks no one']).map((line) => `      → ${line}`),
  ]
}

const wordsOfLock = ({ table, lock, work, size: { rows, bytes } }: PlannedLock) =>
  `${table} (${rows === undefined ? 'rows not counted yet' : countOf(rows, 'row')}, ${formatSize(bytes)}): ` +
  `${lock}, ${BLOCKED[lock]}, ${LONG[work]}`

const WIDEST = 140

function inOneLine(statement: string) {
  const line = withoutComments(statement).replaceAll(/\s+/g, ' ').replace(/;$/, '')
  return line.length > WIDEST ? `${line.slice(0, WIDEST - 2)} …` : line
}
