import { Readable } from 'node:stream'
import { sha256 } from '#server/platform/hashing.ts'
import type { Objects } from '#server/platform/storage/objects.ts'

export function printedFile(content: Buffer, fileName: string) {
  const files: Pick<Objects, 'read'> = {
    read: async (_key, { start, end } = { start: 0, end: content.length - 1 }) =>
      Readable.from([content.subarray(start, end + 1)]),
  }
  const hash = sha256(content).toString('hex')
  const object = { key: hash, size: content.length, sha256: hash }
  return { files, download: { object, fileName, type: 'application/pdf' } }
}
