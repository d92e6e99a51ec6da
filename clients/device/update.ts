import { createHash } from 'node:crypto'
import { createReadStream, createWriteStream, renameSync, rmSync } from 'node:fs'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { ReadableStream } from 'node:stream/web'
import { parseObject } from '#clients/typescript/answers.ts'
import type { Computer, Flags } from './computer.ts'
import type { Outcome } from './report.ts'
import { UsageError } from './usage.ts'

type Manifest = { version: string; fileName: string; fileSize: number; downloadUrl: string; sha256: string }

/** Checks for a newer version. With --file, downloads it and deletes it if its SHA-256 is wrong. */
export async function update({ client, updateToken }: Computer, flags: Flags): Promise<Outcome> {
  const version = flags['app-version']
  if (version === undefined) throw new UsageError('Installed version missing. Pass --app-version 1.0.0.')
  const token = updateToken()
  if (token === undefined) throw new UsageError('This device isn’t activated. Run activate first.')
  const text = await client.update(token, flags.channel ?? 'stable', version)
  if (text === '') return { success: `Version ${version} is up to date.` }
  const manifest = text === undefined ? undefined : (parseObject(text) as Manifest | undefined)
  if (!manifest) return { unknown: 'Can’t read the update feed.' }
  if (flags.file === undefined) return { success: `Version ${manifest.version} is available: ${manifest.fileName}.` }
  return download(manifest, flags.file)
}

async function download({ version, downloadUrl, sha256 }: Manifest, file: string): Promise<Outcome> {
  const draft = `${file}.part`
  try {
    const response = await fetch(downloadUrl)
    if (!response.ok || !response.body) return { unknown: `The download failed: HTTP ${response.status}.` }
    await pipeline(Readable.fromWeb(response.body as ReadableStream), createWriteStream(draft))
    if ((await sha256Of(draft)) !== sha256) {
      return { refusal: 'The downloaded file was deleted: its SHA-256 differs from the published one.' }
    }
    renameSync(draft, file)
    return { success: `Downloaded version ${version} to ${file}. Its SHA-256 is correct.` }
  } catch (error) {
    return { unknown: `The download failed: ${error instanceof Error ? error.message : String(error)}.` }
  } finally {
    rmSync(draft, { force: true })
  }
}

async function sha256Of(file: string) {
  const hash = createHash('sha256')
  await pipeline(createReadStream(file), hash)
  return hash.digest('hex')
}
