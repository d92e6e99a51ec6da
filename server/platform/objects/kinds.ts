import { isUtf8 } from 'node:buffer'
import type { AttachmentEnding } from '#contract/attachments.ts'

/** What the bytes of a file must be. */
export type Kind = {
  /** What it is sent as. */
  type: string
  /** How it starts: one of these. None: as it likes. */
  starts: readonly Buffer[]
  /** What it is stored under, where that is not the ending of its name. */
  extension?: string
  /** What the start does not tell. */
  isGenuine?: (bytes: Buffer) => boolean | Promise<boolean>
}

const hex = (digits: string) => Buffer.from(digits, 'hex')

export const PDF = Buffer.from('%PDF-')
export const PROGRAM = Buffer.from('MZ')
export const ARCHIVE = Buffer.from('PK\x03\x04')
/** What Windows Installer and old Office keep their files in. */
export const COMPOUND = hex('d0cf11e0a1b11ae1')

/** Loaded when the first file comes: starting does not wait for it. */
async function isOneOf(bytes: Buffer, endings: readonly string[]) {
  const { fileTypeFromBuffer } = await import('file-type')
  const found = await fileTypeFromBuffer(bytes)
  return found !== undefined && endings.includes(found.ext)
}

const image = (format: string, starts: Buffer[], endings = [format]): Kind => ({
  type: `image/${format}`,
  starts,
  isGenuine: (bytes) => isOneOf(bytes, endings),
})
const JPEG = { ...image('jpeg', [hex('ffd8ff')], ['jpg']), extension: 'jpg' }

const OFFICE = 'application/vnd.openxmlformats-officedocument'

/** An archive is one of these by what is in it; with macros it is another kind. */
const office = (ending: string, name: string): Kind => ({
  type: `${OFFICE}.${name}`,
  starts: [ARCHIVE],
  isGenuine: (bytes) => isOneOf(bytes, [ending]),
})

/** Which program wrote it is told by the stream that it keeps its own things in. */
const oldOffice = (type: string, streams: string[]): Kind => ({
  type,
  starts: [COMPOUND],
  isGenuine: (bytes) => streams.some((stream) => bytes.includes(Buffer.from(`${stream}\0`, 'utf16le'))),
})

/** Whatever it is written in, no browser is told to read it as anything but text. */
const TEXT: Kind = { type: 'text/plain', starts: [], extension: 'txt', isGenuine: isText }

export const attachmentKinds: Record<AttachmentEnding, Kind> = {
  png: image('png', [hex('89504e470d0a1a0a')], ['png', 'apng']),
  jpg: JPEG,
  jpeg: JPEG,
  gif: image('gif', [Buffer.from('GIF87a'), Buffer.from('GIF89a')]),
  webp: image('webp', [Buffer.from('RIFF')]),
  pdf: { type: 'application/pdf', starts: [PDF] },
  docx: office('docx', 'wordprocessingml.document'),
  xlsx: office('xlsx', 'spreadsheetml.sheet'),
  pptx: office('pptx', 'presentationml.presentation'),
  doc: oldOffice('application/msword', ['WordDocument']),
  xls: oldOffice('application/vnd.ms-excel', ['Workbook', 'Book']),
  ppt: oldOffice('application/vnd.ms-powerpoint', ['PowerPoint Document']),
  txt: TEXT,
  log: TEXT,
  csv: TEXT,
  json: TEXT,
  md: TEXT,
  zip: { type: 'application/zip', starts: [ARCHIVE] },
}

/** UTF-8, or UTF-16 that says so, without what no text has: logs are coloured by escapes and paged by form feeds. */
function isText(bytes: Buffer) {
  const text = asUtf8(bytes)
  return isUtf8(text) && !text.some((byte) => byte < 0x20 && !TEXT_CONTROLS.has(byte))
}

const TEXT_CONTROLS = new Set(Buffer.from('\t\n\f\r\x1b'))
const WIDE = { fffe: 'utf-16le', feff: 'utf-16be' }

function asUtf8(bytes: Buffer) {
  const mark = bytes.toString('hex', 0, 2)
  if (mark !== 'fffe' && mark !== 'feff') return bytes
  try {
    return Buffer.from(new TextDecoder(WIDE[mark], { fatal: true }).decode(bytes))
  } catch {
    return Buffer.of(0)
  }
}
