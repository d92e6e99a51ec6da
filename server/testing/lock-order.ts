import pg from 'pg'
import { LOCK_ORDER } from '#server/domain/lock-order.ts'

type Lock = { table: string; isExclusive: boolean; isInsert: boolean }
type Transaction = {
  isOpen: boolean
  held: Map<string, 'inserted' | 'exclusive' | 'shared'>
  last: string
  isClosed: boolean
}

const PLACES = new Map(LOCK_ORDER.map(({ table, ...rest }, place) => [table, { place, ...rest }]))
const SHARED = ['share', 'key share']

/** The tables that a statement locks, inner queries first, without the job queue's. */
export function locksOf(text: string): Lock[] {
  const statement = text.toLowerCase().replaceAll(/'[^']*'|"/g, '')
  return statement.includes('pgboss.') ? [] : partsOf(statement.replaceAll(/\s+/g, ' ')).flatMap(readPart)
}

/** The statement without its parenthesized parts. */
function partsOf(statement: string): string[] {
  const parts: string[] = []
  const inner = /\(([^()]*)\)/
  let rest = statement
  for (let found = inner.exec(rest); found; found = inner.exec(rest)) {
    parts.push(found[1] ?? '')
    rest = rest.replace(inner, ' # ')
  }
  return [...parts, ...rest.split(';')]
}

function readPart(part: string): Lock[] {
  const write = /(?:^|# )\s*(update|delete from|insert into) (\w+)/.exec(part)
  const lock = /\bfor (update|no key update|share|key share)(?: of (\w+))?(?: skip locked)? *$/.exec(part)
  const locked = lock?.[2] ?? /\bfrom (\w+)/.exec(part)?.[1]
  const isInsert = write?.[1] === 'insert into' && !part.includes('do update')
  return [
    ...(write?.[2] ? [{ table: write[2], isExclusive: true, isInsert }] : []),
    ...(lock?.[1] && locked ? [{ table: locked, isExclusive: !SHARED.includes(lock[1]), isInsert: false }] : []),
  ]
}

/** Notes what a transaction locks, and says what is wrong with it. */
export function takeLock(transaction: Transaction, { table, isExclusive, isInsert }: Lock): string | undefined {
  const { held } = transaction
  const before = held.get(table)
  if (before === undefined || (before === 'shared' && isExclusive))
    held.set(table, isInsert ? 'inserted' : isExclusive ? 'exclusive' : 'shared')
  if (before !== undefined || isInsert) return undefined
  const { last, isClosed } = transaction
  const wanted = PLACES.get(table)
  if (wanted?.isLast) return undefined
  const gate = wanted?.under === undefined ? undefined : (held.get(wanted.under) ?? 'missing')
  if (wanted && (gate === 'exclusive' || gate === 'inserted')) return isClosed ? `${table} after ${last}` : undefined
  const place = wanted?.place ?? Infinity
  const isLate = isClosed || place < (PLACES.get(last)?.place ?? -1)
  transaction.isClosed ||= !wanted || gate === 'missing'
  transaction.last = isLate ? last : table
  return isLate ? `${table} after ${last}` : undefined
}

const newTransaction = (isOpen: boolean): Transaction => ({ isOpen, held: new Map(), last: '', isClosed: false })

const transactions = new WeakMap<object, Transaction>()
const violations = new Set<string>()

/** The transactions of this test file that locked out of order. */
export const findLockViolations = () => [...violations]

let recorded: string[] | undefined

/** The statements of transactions while `work` runs, in order. */
export async function recordStatements(work: () => Promise<unknown>) {
  const statements: string[] = []
  recorded = statements
  await work()
  recorded = undefined
  return statements
}

function watch(client: object, text: string) {
  const statement = text.trim().toLowerCase()
  if (statement.startsWith('begin')) transactions.set(client, newTransaction(true))
  const transaction = transactions.get(client) ?? newTransaction(false)
  if (transaction.isOpen) recorded?.push(text)
  for (const lock of locksOf(text)) {
    const problem = takeLock(transaction, lock)
    if (problem !== undefined) violations.add(`${problem}: ${[...transaction.held.keys()].join(', ')}`)
  }
  if (statement === 'commit' || statement === 'rollback') transactions.delete(client)
}

const textOf = (query: unknown): string => {
  if (typeof query === 'string') return query
  const text: unknown = typeof query === 'object' && query !== null && 'text' in query ? query.text : undefined
  return typeof text === 'string' ? text : ''
}

let isWatching = false

/** From now on every connection of this process is watched. What earlier test files did is forgotten. */
export function watchLocks() {
  violations.clear()
  if (isWatching) return
  isWatching = true
  const ask: unknown = Reflect.get(pg.Client.prototype, 'query')
  if (typeof ask !== 'function') throw new TypeError('A client that cannot be asked')
  const query = function (this: object, ...asked: unknown[]): unknown {
    watch(this, textOf(asked[0]))
    return Reflect.apply(ask, this, asked)
  }
  Object.defineProperty(pg.Client.prototype, 'query', { value: query, configurable: true, writable: true })
}
