import { badRequest } from '#server/platform/http/errors.ts'

export type CursorRow = { id: string; sortKey: string }

export const writeCursor = ({ sortKey, id }: CursorRow) =>
  Buffer.from(JSON.stringify([sortKey, id])).toString('base64url')

/** A UUID or a numeric id. */
const ID = /^([0-9a-f-]{36}|\d{1,18})$/

export function readCursor(cursor: string): [sortKey: string, id: string] {
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
