import { isUtf8 } from 'node:buffer'
import type { FastifyInstance } from 'fastify'
import { badRequest } from '#server/platform/http/errors.ts'

/** Default size limit of a JSON body in bytes. Endpoints may declare their own `bodyLimit`. */
export const JSON_LIMIT = 65_536

/** Deeper than any endpoint needs. Deeper bodies are refused before they are parsed. */
export const MAX_DEPTH = 16
export const MAX_VALUES = 2000

/** An empty body counts as none. Property names that reach into prototypes are refused. */
export function acceptOnlyJson(app: FastifyInstance) {
  const parse = app.getDefaultJsonParser('error', 'error')
  app.removeAllContentTypeParsers()
  app.addContentTypeParser<Buffer>('application/json', { parseAs: 'buffer' }, (request, body, done) => {
    const refusal = refusalOf(body)
    if (refusal) return done(badRequest(refusal))
    return body.length === 0 ? done(null, undefined) : parse(request, body.toString(), done)
  })
}

const [QUOTE, BACKSLASH, COMMA, OPEN_ARRAY, CLOSE_ARRAY, OPEN_OBJECT, CLOSE_OBJECT] = Buffer.from('"\\,[]{}')

/** Scans the bytes once: JSON's syntax is ASCII, and no byte of a longer UTF-8 character is. */
function refusalOf(body: Buffer) {
  if (!isUtf8(body)) return 'The request body is not valid UTF-8.'
  let depth = 0
  let values = 1
  for (let place = 0; place < body.length; place++) {
    const byte = body[place]
    if (byte === QUOTE) place = endOfString(body, place)
    else if (byte === COMMA) values++
    else if (byte === OPEN_ARRAY || byte === OPEN_OBJECT) depth++
    else if (byte === CLOSE_ARRAY || byte === CLOSE_OBJECT) depth--
    if (depth > MAX_DEPTH) return `The request body is nested more than ${MAX_DEPTH} levels deep.`
    if (values > MAX_VALUES) return `The request body has more than ${MAX_VALUES} values.`
  }
  return undefined
}

function endOfString(body: Buffer, start: number) {
  let place = start + 1
  while (place < body.length && body[place] !== QUOTE) place += body[place] === BACKSLASH ? 2 : 1
  return place
}
