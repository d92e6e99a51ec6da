import { readFileSync } from 'node:fs'
import path from 'node:path'

/**
 * A program of 1 kB with a version resource, signed by osslsigncode with a self-signed certificate: CN=Example Software, O=Example Software,
 * C=ZA.
 */
export const SIGNED_PROGRAM = Buffer.from(readFileSync(path.join(import.meta.dirname, 'signed-program.exe')))

/** Where the optional header's directories and the resources of `makeProgram` are. */
export const AT = { header: 0x40, directories: 0x40 + 24 + 112, resources: 0x200 }

/** A small program for arm64 that says version 4.3.2 of 'Depot'. */
export function makeProgram() {
  const bytes = Buffer.alloc(1024)
  bytes.write('MZ')
  bytes.writeUInt32LE(AT.header, 0x3c)
  bytes.write('PE\0\0', AT.header, 'latin1')
  bytes.writeUInt16LE(0xaa64, AT.header + 4)
  bytes.writeUInt16LE(1, AT.header + 6)
  bytes.writeUInt16LE(240, AT.header + 20)
  bytes.writeUInt16LE(0x22, AT.header + 22)
  writeOptionalHeader(bytes, AT.header + 24)
  const section = AT.header + 24 + 240
  bytes.write('.rsrc', section)
  for (const [place, value] of [0x200, 0x1000, 0x200, AT.resources].entries())
    bytes.writeUInt32LE(value, section + 8 + place * 4)
  writeResources(bytes.subarray(AT.resources))
  return bytes
}

function writeOptionalHeader(bytes: Buffer, at: number) {
  bytes.writeUInt16LE(0x20b, at)
  bytes.writeUInt32LE(0x1000, at + 32)
  bytes.writeUInt32LE(0x200, at + 36)
  bytes.writeUInt32LE(0x2000, at + 56)
  bytes.writeUInt32LE(0x200, at + 60)
  bytes.writeUInt16LE(2, at + 68)
  bytes.writeUInt32LE(16, at + 108)
  bytes.writeUInt32LE(0x1000, AT.directories + 16)
  bytes.writeUInt32LE(0x200, AT.directories + 20)
}

/** Type, name and language, then the version itself. */
function writeResources(bytes: Buffer) {
  for (const [level, id] of [16, 1, 1033].entries()) {
    const at = level * 24
    bytes.writeUInt16LE(1, at + 14)
    bytes.writeUInt32LE(id, at + 16)
    bytes.writeUInt32LE(level === 2 ? 72 : 0x80000000 + at + 24, at + 20)
  }
  const texts = Buffer.concat(['CompanyName\0', 'Example Software\0', 'ProductName\0', 'Depot\0'].map(aligned))
  const data = Buffer.concat([fixedInfo(), texts])
  bytes.writeUInt32LE(0x1000 + 88, 72)
  bytes.writeUInt32LE(data.length, 76)
  data.copy(bytes, 88)
}

function aligned(text: string) {
  const bytes = Buffer.from(text, 'utf16le')
  return Buffer.concat([bytes, Buffer.alloc((4 - (bytes.length % 4)) % 4)])
}

function fixedInfo() {
  const bytes = Buffer.alloc(52)
  bytes.write('bd04effe', 'hex')
  for (const at of [8, 16]) {
    bytes.writeUInt16LE(3, at)
    bytes.writeUInt16LE(4, at + 2)
    bytes.writeUInt16LE(2, at + 6)
  }
  return bytes
}
