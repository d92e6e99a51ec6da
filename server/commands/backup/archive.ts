import { Decrypter, Encrypter } from 'age-encryption'
import { createHash } from 'node:crypto'
import { Readable, type Writable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { ReadableStream } from 'node:stream/web'
import { createZstdCompress, createZstdDecompress } from 'node:zlib'
import { extract, pack as openPack } from 'tar-stream'
import { StartupError } from '#server/database/startup-error.ts'

// A tar archive, compressed by zstd and encrypted by age, so that its tools can open it too. A stream of unknown length is a row of entries.

/** Bytes. */
const PART = 4 * 1_048_576

/** The secret is long and random: stretching it would only cost time. */
const SCRYPT_WORK = 12

/** Of one file or table. SHA-256 in hexadecimal. */
export type Measure = { bytes: number; sha256: string }

export type AddEntry = (name: string, chunks: AsyncIterable<Buffer>) => Promise<Measure>

/** Writes an archive of what `fill` adds. The sink ends only if everything is written. */
export async function writeArchive(secret: string, sink: Writable, fill: (add: AddEntry) => Promise<void>) {
  const pack = openPack()
  // The pipeline reports it.
  pack.on('error', () => undefined)
  const writing = pipeline(
    Readable.from(pack),
    createZstdCompress(),
    (chunks: AsyncIterable<Buffer>) => encrypt(secret, chunks),
    sink,
  )
  const addPart = (name: string, part: number, bytes: Buffer) =>
    new Promise<void>((resolve, reject) => {
      const entry = pack.entry({ name: `${name}/${String(part).padStart(6, '0')}`, size: bytes.length }, (error) =>
        error ? reject(error) : resolve(),
      )
      entry.on('error', reject)
      entry.end(bytes)
    })
  const add: AddEntry = async (name, chunks) => {
    const hash = createHash('sha256')
    let [part, bytes] = [0, 0]
    for await (const piece of inParts(chunks)) {
      hash.update(piece)
      bytes += piece.length
      await addPart(name, part, piece)
      part += 1
    }
    return { bytes, sha256: hash.digest('hex') }
  }
  const filling = fill(add).then(
    () => pack.finalize(),
    (error: Error) => {
      pack.destroy(error)
      throw error
    },
  )
  // A sink that fails stops taking parts, which `fill` would wait for.
  await Promise.all([writing, Promise.race([filling, writing])])
}

/** At least one, so that an empty table is known. */
async function* inParts(chunks: AsyncIterable<Buffer>) {
  let kept: Buffer[] = []
  let size = 0
  let isFirst = true
  for await (const chunk of chunks) {
    kept.push(chunk)
    size += chunk.length
    if (size < PART) continue
    yield Buffer.concat(kept)
    kept = []
    size = 0
    isFirst = false
  }
  if (isFirst || size > 0) yield Buffer.concat(kept)
}

async function* encrypt(secret: string, chunks: AsyncIterable<Buffer>) {
  const encrypter = new Encrypter()
  encrypter.setPassphrase(secret)
  encrypter.setScryptWorkFactor(SCRYPT_WORK)
  yield* await encrypter.encrypt(toWeb(chunks))
}

async function* decrypt(secret: string, chunks: AsyncIterable<Buffer>) {
  const decrypter = new Decrypter()
  decrypter.addPassphrase(secret)
  yield* await decrypter.decrypt(toWeb(chunks))
}

const toWeb = (chunks: AsyncIterable<Buffer>) =>
  Readable.toWeb(Readable.from(chunks)) as ReadableStream<Uint8Array> as globalThis.ReadableStream<Uint8Array>

export type Entry = { name: string; chunks: AsyncIterable<Buffer> }

/** Yields the entries part by part, in their order. Throws a sentence if the archive is cut off, changed or of another secret. */
export async function* readArchive(secret: string, source: Readable): AsyncGenerator<Entry> {
  const entries = extract()
  const reading = pipeline(Readable.from(decrypt(secret, source)), createZstdDecompress(), entries).catch(
    (error: Error) => entries.destroy(error),
  )
  try {
    for await (const entry of explained(entries))
      yield { name: entry.header.name.replace(/\/\d+$/, ''), chunks: explained(entry as AsyncIterable<Buffer>) }
    await reading
  } finally {
    source.destroy()
  }
}

async function* explained<Item>(items: AsyncIterable<Item>) {
  try {
    yield* items
  } catch (error) {
    throw new StartupError(inWords(error))
  }
}

function inWords(error: unknown) {
  const reason = error instanceof Error ? error.message : String(error)
  return /identity matched|passphrase/i.test(reason)
    ? 'The backup was made with another BACKUP_SECRET.'
    : `The backup is incomplete or was changed (${reason}).`
}
