import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import path from 'node:path'

/** What runs in one transaction, or one statement that must run outside of any and may run again. */
export type Step = { statements: string[]; isAtomic: boolean }

export type Migration = {
  /** '0013_mail_attachments' */
  tag: string
  /** Milliseconds since 1970; by it the database knows what it has. */
  when: number
  hash: string
  steps: Step[]
  /** Takes away what the previous release uses: that release cannot run on the schema any more. */
  isContract: boolean
}

const FOLDER = path.join(import.meta.dirname, '../migrations')

type Journal = { entries: { tag: string; when: number }[] }

/** The migrations of this release, the oldest first. */
export function readMigrations(folder = FOLDER): Migration[] {
  const { entries } = JSON.parse(readFileSync(path.join(folder, 'meta/_journal.json'), 'utf8')) as Journal
  return entries.map(({ tag, when }) =>
    parseMigration({ tag, when }, readFileSync(path.join(folder, `${tag}.sql`), 'utf8')),
  )
}

/** `-- contract: …` in a line of its own says what is taken away, and since when nothing uses it. */
export const parseMigration = (entry: Pick<Migration, 'tag' | 'when'>, text: string): Migration => ({
  ...entry,
  hash: createHash('sha256').update(text).digest('hex'),
  steps: stepsOf(text.split('--> statement-breakpoint').filter((statement) => withoutComments(statement) !== '')),
  isContract: /^-- contract: \S/m.test(text),
})

/** An index that is built beside the traffic, which no transaction may do. */
const OUTSIDE = /^(create( unique)?|drop|re)\s*index\b.*\bconcurrently\b/is

/** Checks all rows, which takes long and locks little, as long as its transaction holds no other locks. */
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

const withoutComments = (statement: string) => statement.replace(/^\s*--.*$/gm, '').trim()
