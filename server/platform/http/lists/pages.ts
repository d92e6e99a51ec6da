import type { FastifyReply, FastifyRequest } from 'fastify'
import { TOTAL_HEADER } from '#contract/endpoint.ts'
import { LIST_LIMIT } from '#contract/lists.ts'
import { writeCursor, type CursorRow } from './cursor.ts'
import { limitOf, type ListQuery } from './queries.ts'

export type Page<Row> = { rows: Row[]; total: number }

export async function pageFrom<Row>(reading: PromiseLike<Row[]>, counting: PromiseLike<number>): Promise<Page<Row>> {
  const [rows, total] = await Promise.all([reading, counting])
  return { rows, total }
}

export function sendPage<Row extends CursorRow>(
  request: FastifyRequest,
  reply: FastifyReply,
  { rows, total }: Page<Row>,
) {
  reply.header(TOTAL_HEADER, total)
  const last = rows.at(-1)
  if (last && rows.length === limitOf(request.query as ListQuery)) linkNext(request, reply, writeCursor(last))
  return rows
}

/** `dropped`: parameters of the first page alone. */
export function linkNext({ url }: FastifyRequest, reply: FastifyReply, cursor: string, dropped: string[] = []) {
  const { pathname: path, searchParams: parameters } = new URL(url, 'http://localhost')
  for (const name of dropped) parameters.delete(name)
  parameters.set('cursor', cursor)
  reply.header('link', `<${path}?${parameters}>; rel="next"`)
}

type PageReader<Row> = (page: { cursor: string | undefined; limit: number }) => Promise<Row[]>

/** Yields each page of a list in order. Requests the next page early: two are in memory. */
async function* everyPage<Row extends CursorRow>(readPage: PageReader<Row>, limit: number) {
  let reading: Promise<Row[]> | undefined = readPage({ cursor: undefined, limit })
  while (reading) {
    const rows: Row[] = await reading
    const last = rows.at(-1)
    reading = last && rows.length === limit ? readPage({ cursor: writeCursor(last), limit }) : undefined
    // A failure is thrown above, unless the caller stops before.
    reading?.catch(() => undefined)
    yield rows
  }
}

export async function* everyRow<Row extends CursorRow>(readPage: PageReader<Row>) {
  for await (const rows of everyPage(readPage, LIST_LIMIT)) yield* rows
}
