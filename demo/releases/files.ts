import { inArray } from 'drizzle-orm'
import { createCipheriv, createHash } from 'node:crypto'
import { proofFile } from '#demo/billing/payment-proofs.ts'
import { createRandom } from '#demo/random.ts'
import { attachmentFiles } from '#demo/support/files/attachment-files.ts'
import { zip } from '#demo/support/files/zip.ts'
import { objects as table } from '#server/database/schema/objects.ts'
import type { Platform } from '#server/platform/platform.ts'
import { releases } from './release-list.ts'

/** Gives the same bytes for the same name. */
function noise(name: string, length: number) {
  const key = createHash('sha256').update(name).digest().subarray(0, 16)
  return createCipheriv('aes-128-ctr', key, Buffer.alloc(16)).update(Buffer.alloc(length))
}

/** Has the header of a 64-bit Windows program for the processor in its name. */
function program(name: string, size: number) {
  const machine = name.includes('arm64') ? 0xaa64 : 0x8664
  const head = Buffer.alloc(1024)
  head.write('MZ')
  head.writeUInt32LE(0x80, 0x3c)
  head.write('PE\0\0', 0x80)
  head.writeUInt16LE(machine, 0x84)
  return Buffer.concat([head, noise(name, size - head.length)])
}

const README = 'Run the setup on each computer, then enter its license key.\r\n'

function archive(name: string, size: number) {
  const setup = { name: name.replace('.zip', '.exe'), bytes: program(name, size) }
  return zip([setup, { name: 'readme.txt', bytes: Buffer.from(README) }])
}

const random = createRandom(6)

/** A key has the same bytes in each demo, so a lost file can be recreated. */
export const releaseFiles = releases.flatMap(({ fileName, size }) => {
  const isArchive = fileName.endsWith('.zip')
  const key = `application-${random.uuid()}.${isArchive ? 'zip' : 'exe'}`
  return size ? [{ fileName, key, make: () => (isArchive ? archive : program)(fileName, size) }] : []
})

/** Stores the files that the demo's rows refer to. Runs at each start, and creates only missing files. */
export async function storeDemoFiles({ db, objects }: Pick<Platform, 'db' | 'objects'>) {
  const files = [...releaseFiles, ...attachmentFiles, proofFile]
  const keys = files.map(({ key }) => key)
  const known = await db.select({ key: table.key }).from(table).where(inArray(table.key, keys))
  for (const { key, make } of files) {
    if (known.some((row) => row.key === key)) await objects.provide(key, make)
  }
}
