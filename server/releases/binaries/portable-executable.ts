import { Damaged, slice } from './der.ts'

/** Reads `length` bytes at `offset`. Fails outside the file. */
export type ReadAt = (offset: number, length: number) => Promise<Buffer>

type Section = { address: number; rawSize: number; offset: number }

/** Headers of a Windows program. Offsets and sizes are those that the file claims. */
export type Headers = {
  machine: number
  checksumAt: number
  certificatesAt: number
  certificates: { offset: number; size: number }
  resources: { address: number; size: number }
  sections: Section[]
}

const MAX_HEADER = 16_777_216
const MAX_SECTIONS = 96
const PE32 = 0x10b
const PE32_PLUS = 0x20b
const NONE = { offset: 0, size: 0 }

export async function readHeaders(readAt: ReadAt): Promise<Headers> {
  const dos = await readAt(0, 64)
  const at = dos.readUInt32LE(0x3c)
  if (dos.toString('latin1', 0, 2) !== 'MZ' || at > MAX_HEADER) throw new Damaged('No program')
  const coff = await readAt(at, 24)
  if (coff.toString('latin1', 0, 4) !== 'PE\0\0') throw new Damaged('No program of today')
  const optionalSize = coff.readUInt16LE(20)
  const optional = await readAt(at + 24, optionalSize)
  const isWide = magicOf(optional) === PE32_PLUS
  const directories = isWide ? 112 : 96
  const count = slice(optional, directories - 4, 4).readUInt32LE(0)
  const directory = (place: number) => {
    if (place >= count) return NONE
    const entry = slice(optional, directories + place * 8, 8)
    return { offset: entry.readUInt32LE(0), size: entry.readUInt32LE(4) }
  }
  const resources = directory(2)
  return {
    machine: coff.readUInt16LE(4),
    checksumAt: at + 24 + 64,
    certificatesAt: at + 24 + directories + 4 * 8,
    certificates: directory(4),
    resources: { address: resources.offset, size: resources.size },
    sections: await readSections(readAt, at + 24 + optionalSize, coff.readUInt16LE(6)),
  }
}

function magicOf(optional: Buffer) {
  const magic = slice(optional, 0, 2).readUInt16LE(0)
  if (magic !== PE32 && magic !== PE32_PLUS) throw new Damaged('No program of a known kind')
  return magic
}

async function readSections(readAt: ReadAt, at: number, count: number): Promise<Section[]> {
  if (count > MAX_SECTIONS) throw new Damaged('Too many sections')
  const table = await readAt(at, count * 40)
  return Array.from({ length: count }, (_, place) => ({
    address: table.readUInt32LE(place * 40 + 12),
    rawSize: table.readUInt32LE(place * 40 + 16),
    offset: table.readUInt32LE(place * 40 + 20),
  }))
}

/** Where an address of the running program is in the file. */
export function offsetOf(sections: Section[], address: number) {
  const section = sections.find((one) => address >= one.address && address < one.address + one.rawSize)
  if (!section) throw new Damaged('An address outside all sections')
  return section.offset + (address - section.address)
}

const MACHINES = { 0x14c: 'x86', 0x8664: 'x64', 0xaa64: 'arm64' } as const

export const machineOf = ({ machine }: Headers) => MACHINES[machine as keyof typeof MACHINES] ?? 'other'
