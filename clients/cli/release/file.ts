import { createHash } from 'node:crypto'
import { createReadStream, statSync } from 'node:fs'
import path from 'node:path'
import { pipeline } from 'node:stream/promises'
import { UsageError } from '#clients/cli/failures.ts'

/** Bytes. */
const LARGEST = 5_368_709_120

export type LocalFile = { path: string; name: string; size: number; sha256: string }

/** Checks before anything is sent: a refusal after an upload of gigabytes would come late. */
export async function readFileFacts(file: string, givenName: string | undefined): Promise<LocalFile> {
  const size = sizeOfFile(file)
  if (size === 0) throw new UsageError(`${file} is empty.`)
  if (size > LARGEST) throw new UsageError(`${file} is larger than 5 GB.`)
  const name = (givenName ?? path.basename(file)).trim()
  requireName(name)
  const hash = createHash('sha256')
  await pipeline(createReadStream(file, { highWaterMark: 1_048_576 }), hash)
  return { path: file, name, size, sha256: hash.digest('hex') }
}

function sizeOfFile(file: string) {
  try {
    const found = statSync(file)
    if (found.isFile()) return found.size
  } catch (error) {
    throw new UsageError(`Can’t read ${file}: ${(error as NodeJS.ErrnoException).code ?? String(error)}.`, {
      cause: error,
    })
  }
  throw new UsageError(`${file} is not a file.`)
}

const TYPE = /.\.(exe|msi|zip)$/i
const UNUSABLE = /[/\\:*?"<>|\p{Cc}\p{Cf}]|%[0-9a-f]{2}|^\./iu

export const isUsableName = (name: string) => TYPE.test(name) && !UNUSABLE.test(name) && name.length <= 255

function requireName(name: string) {
  if (!TYPE.test(name)) throw new UsageError('Only .exe, .msi and .zip files can be published.')
  if (!isUsableName(name))
    throw new UsageError(
      `The file name ${JSON.stringify(name)} cannot be used. Choose another one with --name Setup.exe.`,
    )
}
