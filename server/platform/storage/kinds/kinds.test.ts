import { expect, test } from 'vitest'
import { ATTACHMENT_ENDINGS, type AttachmentEnding } from '#contract/support/attachments.ts'
import { officeFile, PICTURES } from '#demo/support/files/attachment-samples.ts'
import { zip } from '#demo/support/files/zip.ts'
import { attachmentKinds } from './kinds.ts'

const isGenuine = (ending: AttachmentEnding, bytes: Buffer) => attachmentKinds[ending].isGenuine?.(bytes) ?? true

/** A minimal old Office file: the header and a stream name. */
const compound = (stream: string) =>
  Buffer.concat([Buffer.from('d0cf11e0a1b11ae1', 'hex'), Buffer.alloc(600), Buffer.from(`${stream}\0`, 'utf16le')])

const genuine: Partial<Record<AttachmentEnding, Buffer>> = {
  ...PICTURES,
  docx: officeFile('docx'),
  xlsx: officeFile('xlsx'),
  pptx: officeFile('pptx'),
  doc: compound('WordDocument'),
  xls: compound('Workbook'),
  ppt: compound('PowerPoint Document'),
  txt: Buffer.from('Größe: 10 €\r\n\tfertig'),
}

test.each(Object.entries(genuine))('a real %s is one, and none of the others', async (ending, bytes) => {
  expect(await isGenuine(ending as AttachmentEnding, bytes)).toBe(true)
  const start = (other: AttachmentEnding) => attachmentKinds[other].starts
  const startsLike = (other: AttachmentEnding) => start(other).some((bytesOf) => bytes.indexOf(bytesOf) === 0)
  const storedAs = (name: AttachmentEnding) => attachmentKinds[name].extension ?? name
  const alike = ATTACHMENT_ENDINGS.filter((other) => storedAs(other) !== storedAs(ending as AttachmentEnding))
  for (const other of alike.filter(startsLike).filter((name) => name !== 'zip'))
    expect([other, await isGenuine(other, bytes)]).toEqual([other, false])
})

test.each([
  ['an archive of anything', zip([{ name: 'notes.txt', bytes: Buffer.from('hello') }])],
  ['an archive with the right folder only', zip([{ name: 'word/document.xml', bytes: Buffer.from('<w/>') }])],
  ['a document with macros', officeFile('docm')],
  ['an installer', compound('Property')],
  ['a document that says twice what it is', officeFile('docx', 'docx')],
  ['a document that first says that it has macros', officeFile('docm', 'docx')],
  ['a document that says last that it has macros', officeFile('docx', 'docm')],
])('%s is no Office document', async (_name, bytes) => {
  for (const ending of ['docx', 'xlsx', 'pptx', 'doc', 'xls', 'ppt'] as const)
    expect([ending, await isGenuine(ending, bytes)]).toEqual([ending, false])
})

test.each([
  ['with a byte order mark', '\ufeffText', true],
  ['with colors, pages and Windows line ends', '\x1b[31mred\x1b[0m\r\n\f2', true],
  ['that is HTML is text, and is sent as text', '<script>alert(1)</script>', true],
  ['with a NUL', 'a\0b', false],
  ['with a bell', 'a\x07b', false],
])('text %s', async (_name, text, expected) => {
  expect(await isGenuine('log', Buffer.from(text))).toBe(expected)
  const littleEndian = Buffer.from(`\ufeff${text}`, 'utf16le')
  expect(await isGenuine('log', littleEndian)).toBe(expected)
  expect(await isGenuine('log', Buffer.from(littleEndian).swap16())).toBe(expected)
})

test.each([
  ['in Latin-1', Buffer.from('Größe', 'latin1')],
  ['in UTF-16 that breaks off in a character', Buffer.from('fffe41', 'hex')],
  ['with half a surrogate pair', Buffer.from('fffe00d8', 'hex')],
  ['that is a program', Buffer.from('MZ\x90\x00\x03')],
])('text %s is none', async (_name, bytes) => {
  expect(await isGenuine('txt', bytes)).toBe(false)
})

test('a picture that is only called one, or ends after its first bytes, is none', async () => {
  const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>')
  const onlyHead = (ending: AttachmentEnding) => attachmentKinds[ending].starts[0] ?? Buffer.alloc(0)
  expect(await isGenuine('png', svg)).toBe(false)
  expect(await isGenuine('webp', Buffer.concat([onlyHead('webp'), Buffer.alloc(4), Buffer.from('WAVE')]))).toBe(false)
})
