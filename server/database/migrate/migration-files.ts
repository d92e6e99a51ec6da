import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import path from 'node:path'

/** One transaction, or one statement that must run outside and is repeatable. */
export type Step = { statements: string[]; isAtomic: boolean }

export type Migration = {
  /** '0013_mail_attachments' */
  tag: string
  /** Milliseconds since 1970. Identifies the migration in the database. */
  when: number
  hash: string
  steps: Step[]
  /** Removes something the previous release uses, which then cannot run on the schema. */
  isContract: boolean
}

const FOLDER = path.join(import.meta.dirname, '../migrations')

type Journal = { entries: { tag: string; when: number }[] }

/** The migrations of this release, oldest first. */
export function readMigrations(folder = FOLDER): Migration[] {
  const { entries } = JSON.parse(readFileSync(path.join(folder, 'meta/_journal.json'), 'utf8')) as Journal
  return entries.map(({ tag, when }) =>
    parseMigration({ tag, when }, readFileSync(path.join(folder, `${tag}.sql`), 'utf8')),
  )
}

/** A line `-- contract: …` says what is removed and since when it is unused. */
export const parseMigration = (entry: Pick<Migration, 'tag' | 'when'>, text: string): Migration => ({
  ...entry,
  hash: createHash('sha256').update(text).digest('hex'),
  steps: stepsOf(text.split('--> statement-breakpoint').filter((statement) => withoutComments(statement) !== '')),
  isContract: /^-- contract: \S/m.test(text),
})

/** A concurrent index build, which cannot run in a transaction. */
const OUTSIDE = /^(create( unique)?|drop|re)\s*index\b.*\bconcurrently\b/is

/** Validates all rows: slow, with weak locks as long as its transaction has no others. */
const APART = /^alter table .* validate constraint /is

function stepsOf(statements: string[]) {
  const steps: Step[] = []
  let isOpen = false
  for (const statement of statements) {
    const text = withoutComments(statement)
    const [isAtomic, isApart] = [!OUTSIDE.test(text), APART.test(text)]
    const last = steps.at(-1)
    if (last && isOpen && isAtomic && !isApart) last.statements.push(statement)
    else steps.push({ statements: [statement], isAtomic })
    isOpen = isAtomic && !isApart
  }
  return steps.length > 0 ? steps : [{ statements: [], isAtomic: true }]
}

export const withoutComments = (statement: string) => statement.replace(/^\s*--.*$/gm, '').trim()
