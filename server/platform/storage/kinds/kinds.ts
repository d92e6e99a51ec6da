import type { AttachmentEnding } from '#contract/support/attachments.ts'
import { isArchive, isOfficeDocument } from './archives.ts'
import { isText } from './text-files.ts'

/** Expected content of a file. */
export type Kind = {
  /** The Content-Type. */
  type: string
  starts: readonly Buffer[]
  /** Extension of the stored file, if it differs. */
  extension?: string
  isGenuine?: (bytes: Buffer) => boolean | Promise<boolean>
}

const hex = (digits: string) => Buffer.from(digits, 'hex')

export const PDF = Buffer.from('%PDF-')
export const PROGRAM = Buffer.from('MZ')
export const ARCHIVE = Buffer.from('PK\x03\x04')
/** Container of Windows Installer and old Office files. */
export const COMPOUND = hex('d0cf11e0a1b11ae1')

/** Bytes. An image declares its size before its pixels. */
const IMAGE_HEAD = 65_536

/** Loaded with the first file, to keep the start fast. */
async function isOneOf(bytes: Buffer, endings: readonly string[]) {
  const { fileTypeFromBuffer } = await import('file-type')
  const found = await fileTypeFromBuffer(bytes.subarray(0, IMAGE_HEAD))
  return found !== undefined && endings.includes(found.ext)
}

const image = (format: string, starts: Buffer[], endings = [format]): Kind => ({
  type: `image/${format}`,
  starts,
  isGenuine: (bytes) => isOneOf(bytes, endings),
})
const JPEG = { ...image('jpeg', [hex('ffd8ff')], ['jpg']), extension: 'jpg' }

const OFFICE = 'application/vnd.openxmlformats-officedocument'

const office = (name: string): Kind => ({
  type: `${OFFICE}.${name}`,
  starts: [ARCHIVE],
  isGenuine: (bytes) => isOfficeDocument(bytes, `${OFFICE}.${name}`),
})

/** The stream's name identifies the program. */
const oldOffice = (type: string, streams: string[]): Kind => ({
  type,
  starts: [COMPOUND],
  isGenuine: (bytes) => streams.some((stream) => bytes.includes(Buffer.from(`${stream}\0`, 'utf16le'))),
})

/** Served as plain text, whatever it contains. */
const TEXT: Kind = { type: 'text/plain', starts: [], extension: 'txt', isGenuine: isText }

export const attachmentKinds: Record<AttachmentEnding, Kind> = {
  png: image('png', [hex('89504e470d0a1a0a')], ['png', 'apng']),
  jpg: JPEG,
  jpeg: JPEG,
  gif: image('gif', [Buffer.from('GIF87a'), Buffer.from('GIF89a')]),
  webp: image('webp', [Buffer.from('RIFF')]),
  pdf: { type: 'application/pdf', starts: [PDF] },
  docx: office('wordprocessingml.document'),
  xlsx: office('spreadsheetml.sheet'),
  pptx: office('presentationml.presentation'),
  doc: oldOffice('application/msword', ['WordDocument']),
  xls: oldOffice('application/vnd.ms-excel', ['Workbook', 'Book']),
  ppt: oldOffice('application/vnd.ms-powerpoint', ['PowerPoint Document']),
  txt: TEXT,
  log: TEXT,
  csv: TEXT,
  json: TEXT,
  md: TEXT,
  zip: { type: 'application/zip', starts: [ARCHIVE], isGenuine: isArchive },
}
