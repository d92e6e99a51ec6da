import { randomBytes } from 'node:crypto'
import { Readable } from 'node:stream'
import type { Range } from './storage.ts'

/** Longer lists get the whole file. Updaters request up to 500 ranges. */
export const MOST_RANGES = 500

const RANGES = /^bytes=(.*)$/i
const RANGE = /^(\d{1,15})-(\d{0,15})$/
const SUFFIX = /^-(\d{1,15})$/

/**
 * Parses a Range header (RFC 9110) in order. Returns nothing for the whole file, 'unsatisfiable' if all ranges are behind the end. Requests
 * for more bytes than the file has get the file once.
 */
export function rangesOf(header: string | undefined, size: number): Range[] | 'unsatisfiable' | undefined {
  const asked = header
    ?.match(RANGES)?.[1]
    ?.split(',')
    .map((text) => text.trim())
    .filter((text) => text !== '')
  if (!asked?.length || asked.length > MOST_RANGES) return undefined
  const ranges = asked.map((text) => readRange(text, size))
  if (!ranges.every((range) => range !== undefined)) return undefined
  const there = ranges.filter(({ start, end }) => start <= end)
  if (there.length === 0) return 'unsatisfiable'
  return lengthOf(there) > size ? undefined : there
}

/** Undefined if invalid. A range behind the end starts after it ends. */
function readRange(text: string, size: number): Range | undefined {
  const [, suffix] = SUFFIX.exec(text) ?? []
  if (suffix) return { start: Number(suffix) === 0 ? size : Math.max(size - Number(suffix), 0), end: size - 1 }
  const [, first, last] = RANGE.exec(text) ?? []
  if (first === undefined || (last && Number(last) < Number(first))) return undefined
  return { start: Number(first), end: last ? Math.min(Number(last), size - 1) : size - 1 }
}

const lengthOf = (ranges: Range[]) => ranges.reduce((length, { start, end }) => length + end - start + 1, 0)

type File = { type: string; size: number }
type ReadRange = (range: Range) => Promise<Readable>

/** Several ranges as one body (multipart/byteranges, RFC 9110). */
export function multipartOf(ranges: Range[], { type, size }: File) {
  const boundary = randomBytes(18).toString('hex')
  const opening = ({ start, end }: Range, index: number) =>
    `${index === 0 ? '' : '\r\n'}--${boundary}\r\ncontent-type: ${type}\r\ncontent-range: bytes ${start}-${end}/${size}\r\n\r\n`
  const closing = `\r\n--${boundary}--\r\n`
  const parts = ranges.map((range, index) => ({ range, head: Buffer.from(opening(range, index)) }))

  return {
    type: `multipart/byteranges; boundary=${boundary}`,
    length: parts.reduce((sum, { range, head }) => sum + head.length + range.end - range.start + 1, closing.length),
    /** Opens one range at a time. `first` has the bytes of the first. */
    body: (first: Readable, read: ReadRange) => {
      const body = Readable.from(chunks(first, read), { objectMode: false })
      // A client that leaves before the first byte never closes it.
      return body.once('close', () => first.destroy())
    },
  }

  async function* chunks(first: Readable, read: ReadRange) {
    for (const [index, { range, head }] of parts.entries()) {
      yield head
      yield* index === 0 ? first : await read(range)
    }
    yield Buffer.from(closing)
  }
}
