import { buffer } from 'node:stream/consumers'
import type { Entry, ZipFile } from 'yauzl'

const MAX_ENTRIES = 10_000
/** Bytes: declared unpacked size of an archive, and of the type list in an Office document. */
const MAX_UNPACKED = 1_073_741_824
const MAX_TYPES = 1_048_576

/**
 * Visits the entries of an archive's directory without unpacking them, one per turn of the event loop. False if the archive is damaged, has
 * a path outside itself, or exceeds the limits.
 */
async function visitEntries(bytes: Buffer, visit: (archive: ZipFile, entry: Entry) => Promise<void>) {
  const { fromBufferPromise } = await import('yauzl')
  try {
    const archive = await fromBufferPromise(bytes)
    if (archive.entryCount > MAX_ENTRIES) return false
    let unpacked = 0
    for await (const entry of archive.eachEntry()) {
      unpacked += entry.uncompressedSize
      if (unpacked > MAX_UNPACKED) return false
      await visit(archive, entry)
    }
    return true
  } catch {
    return false
  }
}

export const isArchive = (bytes: Buffer) => visitEntries(bytes, async () => undefined)

const TYPES = '[Content_Types].xml'

/**
 * Whether an Office document declares this type for its main part; documents with macros have another. Only one type list is allowed: a
 * second could contradict it, and a thousand in 70 kB would unpack to 1 GB.
 */
export async function isOfficeDocument(bytes: Buffer, mainType: string) {
  let types: string | undefined
  const isReadable = await visitEntries(bytes, async (archive, entry) => {
    if (entry.fileName !== TYPES) return
    if (types !== undefined || entry.uncompressedSize > MAX_TYPES) throw new Error('More than one short list of types')
    types = String(await buffer(await archive.openReadStreamPromise(entry)))
  })
  return isReadable && Boolean(types?.includes(`${mainType}.main+xml`))
}
