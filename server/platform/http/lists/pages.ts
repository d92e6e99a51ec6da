import type { FastifyReply, FastifyRequest } from 'fastify'
import { TOTAL_HEADER } from '#contract/endpoint.ts'
import { LIST_LIMIT } from '#contract/lists.ts'
import { writeCursor, type Sorted } from './cursor.ts'
import { limitOf, type ListQuery } from './queries.ts'

export type Page<Row> = { rows: Row[]; total: number }

export function sendPage<Row extends Sorted>(request: FastifyRequest, reply: FastifyReply, { rows, total }: Page<Row>) {
  reply.header(TOTAL_HEADER, total)
  const last = rows.at(-1)
  if (last && rows.length === limitOf(request.query as ListQuery)) linkNext(request, reply, writeCursor(last))
  return rows
}

/** `dropped`: parameters of the first page alone. */
export function linkNext({ url }: FastifyRequest, reply: FastifyReply, cursor: string, dropped: string[] = []) {
  const [path, query = ''] = url.split('?')
  const parameters = new URLSearchParams(query)
  for (const name of dropped) parameters.delete(name)
  parameters.set('cursor', cursor)
  reply.header('link', `<${path}?${parameters}>; rel="next"`)
}

/** Yields every row of a list in order, with one page in memory. */
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
