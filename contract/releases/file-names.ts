import * as z from 'zod/mini'
import { line } from '#contract/text.ts'
import type { Architecture } from './downloads.ts'

export const APPLICATION_TYPES = ['.exe', '.msi', '.zip'] as const

/** '.exe' of 'Setup.EXE'. The ending alone is no name. */
export const applicationTypeOf = (fileName: string) =>
  APPLICATION_TYPES.find((type) => fileName.length > type.length && fileName.toLowerCase().endsWith(type))

export const hasApplicationType = (fileName: string) => applicationTypeOf(fileName) !== undefined

export const UNUSABLE_NAME =
  'A file name cannot start with a dot or contain any of / \\ : * ? " < > | or an escape like %2F'
export const RESERVED_NAME = 'Windows reserves this file name. Choose another one, for example “Setup.exe”.'
export const WRONG_TYPE = 'Only .exe, .msi and .zip files are accepted'

/** Also in a disguise that some program will take off. */
const leadsElsewhere = (name: string) => /[/\\:*?"<>|]|%[0-9a-f]{2}|^\./i.test(name)

/** Windows opens a device instead of a file with such a name, whatever its ending. */
const isReserved = (name: string) => /^(?:con|prn|aux|nul|(?:com|lpt)[0-9¹²³]) *\./i.test(name)

export const fileName = line({ max: 255, message: 'File name is required' }).check(
  z.refine(hasApplicationType, WRONG_TYPE),
  z.refine((name) => !leadsElsewhere(name), UNUSABLE_NAME),
  z.refine((name) => !isReserved(name), RESERVED_NAME),
)

/** Version and architecture that a file name says: 'Setup-4.3.0-beta.1-arm64.exe'. */
export function readFileName(name: string): { version?: string; architecture?: Architecture } {
  const stem = name.replace(/\.[a-z]+$/i, '').slice(0, 255)
  const version = /(?:^|[^\d.])(\d{1,9}(?:\.\d{1,9}){1,3}(?:-(?:alpha|beta|rc|preview)(?:\.\d{1,9})*)?)(?![\d.])/i.exec(
    stem,
  )?.[1]
  const architecture = architectureIn(stem)
  return { ...(version && { version }), ...(architecture && { architecture }) }
}

function architectureIn(stem: string): Architecture | undefined {
  if (/(^|[^a-z0-9])(arm64|aarch64)([^a-z0-9]|$)/i.test(stem)) return 'arm64'
  if (/(^|[^a-z0-9])(x64|amd64|x86[-_]64|win64)([^a-z0-9]|$)/i.test(stem)) return 'x64'
  return undefined
}
