import { createHash } from 'node:crypto'
import { largerThan } from '#contract/releases/file-sizes.ts'
import { HttpError, badRequest } from '#server/platform/http/errors.ts'
import type { Content } from './kinds/content.ts'

/** SHA-256 in hexadecimal and SHA-512 in base64, as their readers expect. */
export type Measures = { size: number; sha256: string; sha512: string | null }

export const tooLarge = ({ maxSize }: Content) => new HttpError(413, largerThan(maxSize))

/** Counts, hashes and checks a stream. 413 as soon as it is too large, 415 as soon as its first bytes are wrong. Buffers nothing. */
export function createMeasure(content: Content) {
  const { starts, maxSize, needsSha512 } = content
  const sha256 = createHash('sha256')
  const sha512 = needsSha512 && createHash('sha512')
  const longest = Math.max(0, ...starts.map(({ length }) => length))
  let size = 0
  let head = Buffer.alloc(0)

  const startsLike = (is: (start: Buffer) => boolean) => starts.length === 0 || starts.some(is)
  const isPossible = () => startsLike((start) => sharesStart(head, start))
  const isComplete = () => size > 0 && startsLike((start) => head.length >= start.length && sharesStart(head, start))
  const refusal = () => new HttpError(415, content.refusal)

  return {
    add: (chunk: Buffer) => {
      if (head.length < longest) head = Buffer.concat([head, chunk.subarray(0, longest - head.length)])
      size += chunk.length
      if (size > maxSize) throw tooLarge(content)
      if (!isPossible()) throw refusal()
      sha256.update(chunk)
      sha512?.update(chunk)
    },
    finish: (): Measures => {
      if (!isComplete()) throw refusal()
      return { size, sha256: sha256.digest('hex'), sha512: sha512?.digest('base64') ?? null }
    },
  }
}

function sharesStart(one: Buffer, other: Buffer) {
  const length = Math.min(one.length, other.length)
  return one.subarray(0, length).equals(other.subarray(0, length))
}

/** Checks a whole file. 400 if its content is wrong. */
export async function look(content: Content, chunks: Iterable<Buffer> | AsyncIterable<Buffer>) {
  const measuring = createMeasure(content)
  const whole: Buffer[] = []
  try {
    for await (const chunk of chunks) {
      measuring.add(chunk)
      if (content.isGenuine) whole.push(chunk)
    }
    const measures = measuring.finish()
    if ((await content.isGenuine?.(Buffer.concat(whole))) === false) throw badRequest(content.refusal)
    return measures
  } catch (error) {
    throw error instanceof HttpError && error.statusCode < 500 ? badRequest(error.message) : error
  }
}
