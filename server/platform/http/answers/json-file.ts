import type { FastifyReply } from 'fastify'
import { Readable } from 'node:stream'
import { attachment } from './attachment.ts'

type JsonFile = { fileName: string; fields: object; lists: Record<string, AsyncIterable<unknown>> }

/** Streams an object with long lists, not through the response schema. A failure aborts it, so that half a file is not taken for the whole. */
export const sendJsonFile = (reply: FastifyReply, { fileName, fields, lists }: JsonFile) =>
  reply
    .header('content-type', 'application/json; charset=utf-8')
    .header('content-disposition', attachment(fileName))
    .send(Readable.from(textOf(fields, lists)))

/** `fields` has at least one. */
async function* textOf(fields: object, lists: JsonFile['lists']) {
  yield JSON.stringify(fields, null, 2).slice(0, -2)
  for (const [name, rows] of Object.entries(lists)) {
    yield `,\n  ${JSON.stringify(name)}: [`
    let separator = '\n    '
    for await (const row of rows) {
      yield separator + JSON.stringify(row)
      separator = ',\n    '
    }
    yield ']'
  }
  yield '\n}\n'
}
