import { createHash } from 'node:crypto'
import { buffer } from 'node:stream/consumers'
import { applicationTypeOf } from '#contract/releases/file-names.ts'
import type { FileFacts } from '#contract/releases/file-facts.ts'
import { HttpError } from '#server/platform/http/errors.ts'
import type { CheckedUpload, Objects } from '#server/platform/storage/objects.ts'
import { readSignature, type HashRanges } from './authenticode.ts'
import { Damaged } from './der.ts'
import { machineOf, readHeaders, type ReadAt } from './portable-executable.ts'
import { NO_WORDS, readVersionResource } from './version-resource.ts'

type Files = Pick<Objects, 'read'>
type Upload = Pick<CheckedUpload, 'key' | 'measures'>

/** Facts of an uploaded program; null for other files, and for one that cannot be read. */
export async function inspect(files: Files, { key, measures: { size } }: Upload): Promise<FileFacts | null> {
  if (applicationTypeOf(key) !== '.exe') return null
  const reading = { readAt: readerOf(files, key, size), hashRanges: hasherOf(files, key), size }
  const headers = await unlessDamaged(() => readHeaders(reading.readAt))
  if (!headers) return null
  const words = await unlessDamaged(() => readVersionResource(reading.readAt, headers))
  const signature = await unlessDamaged(() => readSignature(reading, headers))
  return { machine: machineOf(headers), ...NO_WORDS, ...words, signature: signature ?? null }
}

/** Bytes: more than any part of a program that is read at once. */
const MAX_READ = 1_048_576

const readerOf =
  (files: Files, key: string, size: number): ReadAt =>
  async (offset, length) => {
    if (length === 0) return Buffer.alloc(0)
    if (length > MAX_READ || offset + length > size) throw new Damaged('A range outside the file')
    return buffer(await files.read(key, { start: offset, end: offset + length - 1 }))
  }

const hasherOf =
  (files: Files, key: string): HashRanges =>
  async (algorithm, ranges) => {
    const hash = createHash(algorithm)
    for (const { start, end } of ranges)
      for await (const chunk of await files.read(key, { start, end: end - 1 })) hash.update(chunk as Buffer)
    return hash.digest()
  }

/** A hostile file can make any step fail. Only a storage that does not answer is not its fault. */
async function unlessDamaged<Result>(read: () => Promise<Result>) {
  try {
    return await read()
  } catch (error) {
    if (error instanceof HttpError) throw error
    return undefined
  }
}
