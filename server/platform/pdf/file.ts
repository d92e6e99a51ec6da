import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import type { Objects } from '#server/platform/storage/objects.ts'

export function printedFile(content: Buffer, fileName: string) {
  const files: Pick<Objects, 'read'> = {
    read: async (_key, { start, end } = { start: 0, end: content.length - 1 }) =>
      Readable.from([content.subarray(start, end + 1)]),
  }
  const sha256 = createHash('sha256').update(content).digest('hex')
  const object = { key: sha256, size: content.length, sha256 }
  return { files, download: { object, fileName, type: 'application/pdf' } }
}
