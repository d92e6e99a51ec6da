import * as z from 'zod/mini'
import { line } from '#contract/text.ts'

export const APPLICATION_TYPES = ['.exe', '.msi', '.zip'] as const

/** '.exe' of 'Setup.EXE'. The ending alone is no name. */
export const applicationTypeOf = (fileName: string) =>
  APPLICATION_TYPES.find((type) => fileName.length > type.length && fileName.toLowerCase().endsWith(type))

export const hasApplicationType = (fileName: string) => applicationTypeOf(fileName) !== undefined

export const UNUSABLE_NAME =
  'A file name cannot start with a dot or contain any of / \\ : * ? " < > | or an escape like %2F'
export const WRONG_TYPE = 'Only .exe, .msi and .zip files are accepted'

/** Also in a disguise that some program will take off. */
const leadsElsewhere = (name: string) => /[/\\:*?"<>|]|%[0-9a-f]{2}|^\./i.test(name)

export const fileName = line({ max: 255, message: 'File name is required' }).check(
  z.refine(hasApplicationType, WRONG_TYPE),
  z.refine((name) => !leadsElsewhere(name), UNUSABLE_NAME),
)
