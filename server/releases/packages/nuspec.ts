import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import type { Entry, RandomAccessReader, ZipFile } from 'yauzl'
import { DELTA_PACKAGE, NO_PACKAGE } from '#contract/releases/packages.ts'
import { badRequest, HttpError } from '#server/platform/http/errors.ts'
import type { CheckedUpload, Objects } from '#server/platform/storage/objects.ts'

type Files = Pick<Objects, 'read'>
type Upload = Pick<CheckedUpload, 'key' | 'measures'>

const MOST_ENTRIES = 100_000
/** Bytes. */
const LONGEST_NUSPEC = 1_048_576

/** Changes of a file, in delta packages only. */
const PATCH = /\.(zsdiff|bsdiff|diff)$/i
const NUSPEC = /^[^/\\]+\.nuspec$/i

/** As NuGet allows, in ASCII: it becomes a part of file names and addresses. */
const ID = /^\w+(?:[.-]\w+)*$/
const LONGEST_ID = 100

/** Reads id and version of a package, without unpacking it. 400 if it is none. */
export async function readNuspec(files: Files, upload: Upload) {
  try {
    return await identityIn(await nuspecOf(await openArchive(files, upload)))
  } catch (error) {
    throw error instanceof HttpError ? error : badRequest(NO_PACKAGE)
  }
}

async function openArchive(files: Files, { key, measures: { size } }: Upload) {
  const yauzl = await import('yauzl')
  class StoredFile extends yauzl.RandomAccessReader {
    override _readStreamForRange(start: number, end: number) {
      return Readable.from(bytesOf(files, key, start, end), { objectMode: false })
    }
  }
  const reader: RandomAccessReader = new StoredFile()
  return yauzl.fromRandomAccessReaderPromise(reader, size, { autoClose: false })
}

/** `end` is behind the last byte. */
async function* bytesOf(files: Files, key: string, start: number, end: number): AsyncGenerator<Buffer> {
  if (start < end) yield* await files.read(key, { start, end: end - 1 })
}

async function nuspecOf(archive: ZipFile) {
  if (archive.entryCount > MOST_ENTRIES) throw badRequest(NO_PACKAGE)
  const found: Entry[] = []
  for await (const entry of archive.eachEntry()) {
    if (PATCH.test(entry.fileName)) throw badRequest(DELTA_PACKAGE)
    if (NUSPEC.test(entry.fileName)) found.push(entry)
  }
  const [nuspec, ...others] = found
  if (!nuspec || others.length > 0 || nuspec.uncompressedSize > LONGEST_NUSPEC) throw badRequest(NO_PACKAGE)
  return String(await buffer(await archive.openReadStreamPromise(nuspec)))
}

type Nuspec = { package?: { metadata?: { id?: unknown; version?: unknown } } }

async function identityIn(text: string) {
  const { XMLParser } = await import('fast-xml-parser')
  const parser = new XMLParser({ parseTagValue: false, processEntities: false })
  const { id, version } = (parser.parse(text) as Nuspec).package?.metadata ?? {}
  if (typeof id !== 'string' || typeof version !== 'string' || !ID.test(id) || id.length > LONGEST_ID)
    throw badRequest(NO_PACKAGE)
  // Build metadata counts for nothing in semver.
  return { id, version: version.replace(/\+.*$/, '') }
}
