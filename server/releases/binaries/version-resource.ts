import { Damaged, slice } from './der.ts'
import { offsetOf, type Headers, type ReadAt } from './portable-executable.ts'

const VERSION = 16
const SUBFOLDER = 0x80000000
const MAX_ENTRIES = 4096
const MAX_SIZE = 65_536
const MAX_TEXT = 200

type Words = {
  fileVersion: string | null
  productVersion: string | null
  productName: string | null
  companyName: string | null
}

export const NO_WORDS: Words = { fileVersion: null, productVersion: null, productName: null, companyName: null }

/** The version resource: type, name and language are three levels of folders. */
export async function readVersionResource(readAt: ReadAt, { resources, sections }: Headers): Promise<Words> {
  if (resources.size === 0) return NO_WORDS
  const base = offsetOf(sections, resources.address)
  const ofType = await findEntry(readAt, base, 0, VERSION)
  const ofName = ofType && (await findEntry(readAt, base, folderIn(ofType)))
  const found = ofName && (await findEntry(readAt, base, folderIn(ofName)))
  if (!found || found.target >= SUBFOLDER) return NO_WORDS
  const entry = await readAt(base + found.target, 16)
  const size = entry.readUInt32LE(4)
  if (size > MAX_SIZE) throw new Damaged('A version resource that is too large')
  return wordsIn(await readAt(offsetOf(sections, entry.readUInt32LE(0)), size))
}

type Entry = { id: number; target: number }

function folderIn({ target }: Entry) {
  if (target < SUBFOLDER) throw new Damaged('A resource without its folder')
  return target - SUBFOLDER
}

/** The entry with this id, or the first. */
async function findEntry(readAt: ReadAt, base: number, at: number, id?: number): Promise<Entry | undefined> {
  const head = await readAt(base + at, 16)
  const count = head.readUInt16LE(12) + head.readUInt16LE(14)
  if (count > MAX_ENTRIES) throw new Damaged('Too many resources')
  const table = await readAt(base + at + 16, count * 8)
  const entries = Array.from({ length: count }, (_, place) => ({
    id: table.readUInt32LE(place * 8),
    target: table.readUInt32LE(place * 8 + 4),
  }))
  return id === undefined ? entries[0] : entries.find((entry) => entry.id === id)
}

function wordsIn(data: Buffer): Words {
  const fixed = data.indexOf(Buffer.from('bd04effe', 'hex'))
  return {
    fileVersion: textOf(data, 'FileVersion') ?? numberAt(data, fixed, 8),
    productVersion: textOf(data, 'ProductVersion') ?? numberAt(data, fixed, 16),
    productName: textOf(data, 'ProductName'),
    companyName: textOf(data, 'CompanyName'),
  }
}

function numberAt(data: Buffer, fixed: number, offset: number) {
  if (fixed < 0) return null
  const numbers = slice(data, fixed + offset, 8)
  return [2, 0, 6, 4].map((place) => numbers.readUInt16LE(place)).join('.')
}

/** The value follows its name, aligned to four bytes, and ends with a zero. */
function textOf(data: Buffer, name: string) {
  const key = Buffer.from(`${name}\0`, 'utf16le')
  const at = data.indexOf(key)
  if (at < 0) return null
  const start = Math.ceil((at + key.length) / 4) * 4
  const [text = ''] = data.toString('utf16le', start, start + MAX_TEXT * 2).split('\0')
  return text.toWellFormed().replace(/\p{C}/gu, '').trim() || null
}
