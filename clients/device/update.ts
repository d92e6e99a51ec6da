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

/** Asks for a newer version; with --file, downloads it and keeps it only if its SHA-256 is the published one. */
export async function update({ client, updateToken }: Computer, flags: Flags): Promise<Outcome> {
  const version = flags['app-version']
  if (version === undefined) throw new UsageError('Which version is installed? Pass --app-version 1.0.0')
  const token = updateToken()
  if (token === undefined) throw new UsageError('This device is not activated. Run activate first.')
  const text = await client.update(token, flags.channel ?? 'stable', version)
  if (text === '') return { success: `Version ${version} is up to date.` }
  const manifest = text === undefined ? undefined : (parseObject(text) as Manifest | undefined)
  if (!manifest) return { unknown: 'The update feed cannot be read.' }
  if (flags.file === undefined) return { success: `Version ${manifest.version} is available: ${manifest.fileName}.` }
  return download(manifest, flags.file)
}

async function download({ version, downloadUrl, sha256 }: Manifest, file: string): Promise<Outcome> {
  const draft = `${file}.part`
  try {
    const response = await fetch(downloadUrl)
    if (!response.ok || !response.body) return { unknown: `The download was refused: ${response.status}.` }
    await pipeline(Readable.fromWeb(response.body as ReadableStream), createWriteStream(draft))
    if ((await sha256Of(draft)) !== sha256) {
      return { refusal: 'The file is not the published one: its SHA-256 differs.' }
    }
    renameSync(draft, file)
    return { success: `Version ${version} is in ${file}. Its SHA-256 is the published one.` }
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
