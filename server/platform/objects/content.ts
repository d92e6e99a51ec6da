import { MAX_SIZE, type UploadPurpose } from '#contract/uploads.ts'
import { HttpError } from '#server/platform/errors.ts'

/** What a file may be: the bytes it starts with decide, never its name or what the sender calls it. */
export type Content = {
  type: string
  extension: string
  signature: Buffer
  maxSize: number
  /** Seconds an upload URL is good for. */
  seconds: number
  refusal: string
}

const PDF = Buffer.from('%PDF-')
const PROGRAM = Buffer.from('MZ')
const INSTALLER_DATABASE = Buffer.from('d0cf11e0a1b11ae1', 'hex')
const ARCHIVE = Buffer.from('PK\x03\x04')

/** Long enough for the largest file on a slow line that breaks now and then. */
const TWELVE_HOURS = 43_200
const TEN_MINUTES = 600

type Contents = Omit<Content, 'extension' | 'signature'> & {
  /** How a file starts, by the extension it is stored under. */
  signatures: Record<string, Buffer>
}

export const contents: Record<UploadPurpose, Contents> = {
  invoice: {
    type: 'application/pdf',
    signatures: { pdf: PDF },
    maxSize: MAX_SIZE.invoice,
    seconds: TEN_MINUTES,
    refusal: 'This file is not a PDF.',
  },
  application: {
    type: 'application/octet-stream',
    signatures: { exe: PROGRAM, msi: INSTALLER_DATABASE, zip: ARCHIVE },
    maxSize: MAX_SIZE.application,
    seconds: TWELVE_HOURS,
    refusal: 'This file is not an .exe, .msi or .zip.',
  },
}

/** Where a purpose takes several kinds of files, the name says which one this must be: 415 if it says none of them. */
export function contentOf(purpose: UploadPurpose, name = ''): Content {
  const { signatures, ...content } = contents[purpose]
  const kinds = Object.entries(signatures)
  const wanted =
    kinds.length === 1 ? kinds[0] : kinds.find(([extension]) => name.toLowerCase().endsWith(`.${extension}`))
  if (!wanted) throw new HttpError(415, content.refusal)
  const [extension, signature] = wanted
  return { ...content, extension, signature }
}
