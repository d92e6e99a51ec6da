import { randomBytes } from 'node:crypto'
import { Readable } from 'node:stream'
import type { Range } from './storage.ts'

type File = { type: string; size: number }
type Read = (range: Range) => Promise<Readable>

/** Several ranges of a file as one body (multipart/byteranges of RFC 9110). */
export function multipartOf(ranges: Range[], { type, size }: File) {
  const boundary = randomBytes(18).toString('hex')
  const opening = ({ start, end }: Range, index: number) =>
    `${index === 0 ? '' : '\r\n'}--${boundary}\r\ncontent-type: ${type}\r\ncontent-range: bytes ${start}-${end}/${size}\r\n\r\n`
  const closing = `\r\n--${boundary}--\r\n`
  const parts = ranges.map((range, index) => ({ range, head: Buffer.from(opening(range, index)) }))

  return {
    type: `multipart/byteranges; boundary=${boundary}`,
    length: parts.reduce((sum, { range, head }) => sum + head.length + range.end - range.start + 1, closing.length),
    /** One part is open at a time, however many there are. `first` is the first one's bytes. */
    body: (first: Readable, read: Read) => {
      const body = Readable.from(chunks(first, read), { objectMode: false })
      // Whoever leaves before the first byte never comes as far as to close it.
      return body.once('close', () => first.destroy())
    },
  }

  async function* chunks(first: Readable, read: Read) {
    for (const [index, { range, head }] of parts.entries()) {
      yield head
      yield* index === 0 ? first : await read(range)
    }
    yield Buffer.from(closing)
  }
}
