import { createHash } from 'node:crypto'
import { Transform } from 'node:stream'
import { HttpError } from '#server/platform/errors.ts'
import type { Content } from './content.ts'

export type Measures = { size: number; sha256: string }

export const tooLarge = ({ maxSize }: Content) =>
  new HttpError(413, `The file is larger than ${Math.floor(maxSize / 1_048_576)} MB.`)

/**
 * Passes a file on unchanged while it is counted, hashed and looked at: 413 as soon as there is too much of it, 415 as
 * soon as its first bytes are wrong. Nothing is held back, however large the file.
 */
export function createMeasure(content: Content) {
  const hash = createHash('sha256')
  const { signature, maxSize } = content
  let size = 0
  let head = Buffer.alloc(0)

  const isPossible = () => head.equals(signature.subarray(0, head.length))
  const isComplete = () => head.equals(signature)
  const refusal = () => new HttpError(415, content.refusal)

  const stream = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      if (head.length < signature.length)
        head = Buffer.concat([head, chunk.subarray(0, signature.length - head.length)])
      size += chunk.length
      if (size > maxSize) return done(tooLarge(content))
      if (!isPossible()) return done(refusal())
      hash.update(chunk)
      done(null, chunk)
    },
    flush: (done) => done(isComplete() ? null : refusal()),
  })
  return { stream, measures: (): Measures => ({ size, sha256: hash.digest('hex') }) }
}
