import { withoutComments } from '#server/database/migrate/migration-files.ts'

/** How PostgreSQL names them, weakest first. */
export type Lock = 'ROW EXCLUSIVE' | 'SHARE UPDATE EXCLUSIVE' | 'SHARE' | 'SHARE ROW EXCLUSIVE' | 'ACCESS EXCLUSIVE'

/** How long the lock is needed: for the catalog alone, or for each row of the table. */
export type Work = 'catalog' | 'reads' | 'builds' | 'rewrites' | 'rows'

export type TableLock = { table: string; lock: Lock; work: Work }

export type StatementLocks = {
  /** Its table is in the database's catalog. */
  index?: { name: string; lock: Lock }
  /** Foreign keys that end, all of a table's or one by name: the tables at their other end are in the catalog. */
  foreignKeys?: { table: string; name: string | undefined }
  locks: TableLock[]
}

const NAME = String.raw`(?:"?\w+"?\.)?"?(\w+)"?`

const pattern = (text: string) => new RegExp(text.replaceAll('NAME', NAME).replaceAll(' ', String.raw`\s+`), 'is')

const CREATED = pattern('^create (?:unlogged )?table (?:if not exists )?NAME')
const WITHOUT_TABLE = pattern(
  '^(?:create (?:or replace )?(?:type|function|schema|sequence)|alter type NAME add value)\\b',
)
const ALTERED = pattern('^alter table (?:if exists )?(?:only )?NAME (.+)$')
const REFERENCED = pattern('\\breferences NAME')

const always = (lock: Lock, work: Work) => () => ({ lock, work })

type Rule = [RegExp, (text: string) => { lock: Lock; work: Work }]

/** The table is the first name. */
const ON_TABLES: Rule[] = [
  [pattern('^create (?:unique )?index concurrently .*? on (?:only )?NAME'), always('SHARE UPDATE EXCLUSIVE', 'builds')],
  [pattern('^create (?:unique )?index .*? on (?:only )?NAME'), always('SHARE', 'builds')],
  [pattern('^create (?:or replace )?trigger .*? on NAME'), always('SHARE ROW EXCLUSIVE', 'catalog')],
  [pattern('^drop trigger .*? on NAME'), always('ACCESS EXCLUSIVE', 'catalog')],
  [pattern('^drop table (?:if exists )?NAME'), always('ACCESS EXCLUSIVE', 'catalog')],
  [pattern('^(?:insert into|update(?: only)?|delete from(?: only)?) NAME'), always('ROW EXCLUSIVE', 'rows')],
]

const whileChecked = (lock: Lock) => (text: string) => ({
  lock,
  work: /\bnot\s+valid\b/i.test(text) ? ('catalog' as const) : ('reads' as const),
})

/** Of actions of ALTER TABLE. */
const ACTIONS: Rule[] = [
  [pattern('^validate constraint\\b'), always('SHARE UPDATE EXCLUSIVE', 'reads')],
  [pattern('^add constraint NAME foreign key\\b'), whileChecked('SHARE ROW EXCLUSIVE')],
  [pattern('^add constraint NAME check\\b'), whileChecked('ACCESS EXCLUSIVE')],
  [pattern('^add constraint NAME (?:unique|primary key) using index\\b'), always('ACCESS EXCLUSIVE', 'catalog')],
  [pattern('^add constraint NAME (?:unique|primary key)\\b'), always('ACCESS EXCLUSIVE', 'builds')],
  [pattern('^add column\\b'), (text) => ({ lock: 'ACCESS EXCLUSIVE', work: workOfColumn(text) })],
  [pattern('^alter column NAME set statistics\\b'), always('SHARE UPDATE EXCLUSIVE', 'catalog')],
  [pattern('^alter column NAME (?:set data )?type\\b'), always('ACCESS EXCLUSIVE', 'rewrites')],
  [pattern('^alter column NAME set not null\\b'), always('ACCESS EXCLUSIVE', 'reads')],
  [pattern('^alter column NAME (?:set default|drop default|drop not null)\\b'), always('ACCESS EXCLUSIVE', 'catalog')],
  [pattern('^(?:drop column|drop constraint|rename)\\b'), always('ACCESS EXCLUSIVE', 'catalog')],
  [pattern('^set \\((?:fillfactor|autovacuum_\\w+) ?= ?'), always('SHARE UPDATE EXCLUSIVE', 'catalog')],
  [pattern('^(?:enable|disable) trigger\\b'), always('SHARE ROW EXCLUSIVE', 'catalog')],
]

/** PostgreSQL evaluates a default once if it is not volatile. Any other function counts as volatile. */
function workOfColumn(text: string): Work {
  const withoutSettled = text.replaceAll(/\bnow\(\)|\b(?:timestamp|numeric|varchar|char)\s*\([\d\s,]+\)/gi, '')
  if (/\bgenerated\b|\b(?:big|small)?serial\b|\bdefault\b.*\w\(/is.test(withoutSettled)) return 'rewrites'
  return /\b(?:check|unique|references|primary\s+key)\b/i.test(text) ? 'reads' : 'catalog'
}

/** The locks on existing tables that keep others waiting. Undefined for a statement that it does not know. */
export function locksOf(statement: string): StatementLocks | undefined {
  const text = withoutComments(statement)
  const [, created] = CREATED.exec(text) ?? []
  if (created !== undefined) return { locks: referencedBy(text).filter(({ table }) => table !== created) }
  if (WITHOUT_TABLE.test(text)) return { locks: [] }
  const dropped = pattern('^drop index (concurrently )?(?:if exists )?NAME').exec(text)
  if (dropped) return { index: indexOf(dropped), locks: [] }
  const altered = ALTERED.exec(text)
  if (altered) return locksOfAction(altered[1] ?? '', altered[2] ?? '')
  return locksOnTable(text)
}

function locksOnTable(text: string): StatementLocks | undefined {
  const [rule, choose] = ON_TABLES.find(([known]) => known.test(text)) ?? []
  if (!rule || !choose) return undefined
  const [, table = ''] = rule.exec(text) ?? []
  const foreignKeys = /^drop\s+table\b/i.test(text) ? { foreignKeys: { table, name: undefined } } : {}
  return { locks: [{ table, ...choose(text) }], ...foreignKeys }
}

const indexOf = ([, concurrently, name = '']: RegExpExecArray) => ({
  name,
  lock: concurrently === undefined ? ('ACCESS EXCLUSIVE' as const) : ('SHARE UPDATE EXCLUSIVE' as const),
})

/** A comma outside of parentheses and quotes starts another action, which nothing here reads. */
const MORE_ACTIONS = /,\s*(?:add|alter|drop|validate|set)\b/i

const DROPPED_CONSTRAINT = pattern('^drop constraint (?:if exists )?NAME')

function locksOfAction(table: string, action: string): StatementLocks | undefined {
  const [rule, choose] = ACTIONS.find(([known]) => known.test(action)) ?? []
  if (!rule || !choose || MORE_ACTIONS.test(action.replaceAll(/\([^()]*\)|'[^']*'/g, ''))) return undefined
  const others = referencedBy(action).filter((other) => other.table !== table)
  const [, name] = DROPPED_CONSTRAINT.exec(action) ?? []
  return { locks: [{ table, ...choose(action) }, ...others], ...(name && { foreignKeys: { table, name } }) }
}

const referencedBy = (text: string): TableLock[] => {
  const [, table] = REFERENCED.exec(text) ?? []
  return table === undefined ? [] : [{ table, lock: 'SHARE ROW EXCLUSIVE', work: 'catalog' }]
}
