import { crc32 } from 'node:zlib'

type Entry = { name: string; bytes: Buffer }

/** Fixed date (1 January 1980), so that the same entries give the same archive. */
const facts = ({ name, bytes }: Entry) => {
  const fields = Buffer.alloc(26)
  fields.writeUInt16LE(20, 0)
  fields.writeUInt16LE(0x21, 8)
  fields.writeUInt32LE(crc32(bytes), 10)
  fields.writeUInt32LE(bytes.length, 14)
  fields.writeUInt32LE(bytes.length, 18)
  fields.writeUInt16LE(Buffer.byteLength(name), 22)
  return fields
}

const localEntry = (entry: Entry) =>
  Buffer.concat([Buffer.from('PK\x03\x04'), facts(entry), Buffer.from(entry.name), entry.bytes])

function directoryEntry(entry: Entry, offset: number) {
  const rest = Buffer.alloc(14)
  rest.writeUInt32LE(offset, 10)
  return Buffer.concat([Buffer.from('PK\x01\x02\x14\x00'), facts(entry), rest, Buffer.from(entry.name)])
}

/** Builds a ZIP archive without compression. */
export function zip(entries: Entry[]) {
  const files = entries.map(localEntry)
  let offset = 0
  const directory = Buffer.concat(
    entries.map((entry, place) => {
      const start = offset
      offset += files[place]?.length ?? 0
      return directoryEntry(entry, start)
    }),
  )
  const end = Buffer.alloc(22)
  end.write('PK\x05\x06')
  end.writeUInt16LE(entries.length, 8)
  end.writeUInt16LE(entries.length, 10)
  end.writeUInt32LE(directory.length, 12)
  end.writeUInt32LE(offset, 16)
  return Buffer.concat([...files, directory, end])
}
