import { buffer } from 'node:stream/consumers'
import type { Entry, ZipFile } from 'yauzl'

const MAX_ENTRIES = 10_000
/** Bytes that all entries of an archive say they unpack to, and that the list of types in an Office document may have. */
const MAX_UNPACKED = 1_073_741_824
const MAX_TYPES = 1_048_576

/**
 * Visits the directory at the end of an archive, and unpacks nothing. Each entry is read in its own turn of the event loop. False
 * if the archive is damaged, names a path outside of it, or is beyond the limits.
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
 * Whether an Office document says that its main part is of this type, which is another one where it has macros. It says so once: a second
 * list could contradict the first, and a thousand of them, in 70 kB, unpack to 1 GB.
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
