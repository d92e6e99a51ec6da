import { sql, type SQL, type SQLWrapper } from 'drizzle-orm'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { TOTAL_HEADER } from '#contract/endpoint.ts'
import { LIST_LIMIT } from '#contract/lists.ts'
import { badRequest } from './errors.ts'

/** A list's query string, after its contract schema. */
export type ListQuery = { limit?: number | undefined; cursor?: string | undefined; search?: string | undefined }

/** A row that can be a page's last: `sortKey` is its sort expression as text. */
type Sorted = { id: string; sortKey: string }

export type Page<Row> = { rows: Row[]; total: number }

/** Also of a query that is prepared for every length: then it is a placeholder. */
export const limitOf = <Limit = number>({ limit }: { limit?: Limit | undefined }) => limit ?? LIST_LIMIT

/** The text a case-insensitive LIKE looks for; the person's own % and _ mean themselves. */
export const containing = (search: string) => `%${search.replace(/[\\%_]/g, '\\$&')}%`

/** '-label' → label, descending. Without a wish: newest first. */
export const sortOf = <Column extends string>(sort: string | undefined, fallback: Column) => ({
  column: (sort?.replace(/^-/, '') ?? fallback) as Column,
  descending: sort ? sort.startsWith('-') : true,
})

export type Order = { by: SQLWrapper; id: SQLWrapper; descending: boolean }

/** `order by`, with the id settling ties so that every row has its place. `by` must never be null. */
export const orderBy = ({ by, id, descending }: Order): SQL[] =>
  descending ? [sql`${by} desc`, sql`${id} desc`] : [sql`${by} asc`, sql`${id} asc`]

/** The rows after the cursor: no offset, so page 1,000 costs what page 1 costs. */
export function after({ cursor }: Pick<ListQuery, 'cursor'>, { by, id, descending }: Order): SQL | undefined {
  if (!cursor) return undefined
  const [sortKey, lastId] = readCursor(cursor)
  return descending ? sql`(${by}, ${id}) < (${sortKey}, ${lastId})` : sql`(${by}, ${id}) > (${sortKey}, ${lastId})`
}

/** Where the page that ends with this row is continued. */
const writeCursor = ({ sortKey, id }: Sorted) => Buffer.from(JSON.stringify([sortKey, id])).toString('base64url')

/** A UUID, or the number of a row that has one. */
const ID = /^([0-9a-f-]{36}|\d{1,18})$/

function readCursor(cursor: string): [sortKey: string, id: string] {
  const value = parse(Buffer.from(cursor, 'base64url').toString())
  const [sortKey, id] = Array.isArray(value) ? value : []
  if (typeof sortKey !== 'string' || typeof id !== 'string' || !ID.test(id)) throw badRequest('Invalid cursor')
  return [sortKey, id]
}

function parse(json: string): unknown {
  try {
    return JSON.parse(json)
  } catch {
    return undefined
  }
}

/** Answers the rows, with their total and the address of the next page in the headers. */
export function sendPage<Row extends Sorted>(request: FastifyRequest, reply: FastifyReply, { rows, total }: Page<Row>) {
  reply.header(TOTAL_HEADER, total)
  const last = rows.at(-1)
  if (last && rows.length === limitOf(request.query as ListQuery))
    reply.header('link', `<${nextUrl(request, last)}>; rel="next"`)
  return rows
}

function nextUrl({ url }: FastifyRequest, last: Sorted) {
  const [path, query = ''] = url.split('?')
  const parameters = new URLSearchParams(query)
  parameters.set('cursor', writeCursor(last))
  return `${path}?${parameters}`
}

/** Every row of a list in its order, however many there are: a page of them in memory at a time. */
export async function* everyRow<Row extends Sorted>(
  readPage: (page: { cursor: string | undefined; limit: number }) => Promise<Row[]>,
) {
  let cursor: string | undefined
  do {
    const rows = await readPage({ cursor, limit: LIST_LIMIT })
    yield* rows
    const last = rows.at(-1)
    cursor = last && rows.length === LIST_LIMIT ? writeCursor(last) : undefined
  } while (cursor)
}
