import { parse, unparse } from 'papaparse'
import { Assignment, ASSIGNMENTS_MAX, TOO_MANY_DEVICES } from '#contract/licensing/assignments.ts'
import { normalizeFingerprint, plainUuid } from '#contract/licensing/fingerprints.ts'

/**
 * Reads a pasted list or a CSV file: one device per line, the UUID first or last, an optional license label beside it, separated by comma,
 * semicolon or tab. Skips empty lines and a header.
 */
export function readDeviceList(text: string): Assignment[] {
  const { data } = parse<string[]>(text.replace(/\r\n?/g, '\n'), {
    delimitersToGuess: [',', ';', '\t'],
    newline: '\n',
    skipEmptyLines: 'greedy',
  })
  const rows = data.map((cells) => cells.map((cell) => plainUuid(cell.replace(/\s+/g, ' ').trim())))
  return rows.filter((cells, index) => index > 0 || !isHeader(cells)).map(assignmentOf)
}

/** The reverse of `readDeviceList`. */
export const writeDeviceList = (devices: Assignment[]) =>
  unparse(
    devices.map(({ deviceFingerprint, label }) => (label ? [deviceFingerprint, label] : [deviceFingerprint])),
    { newline: '\n' },
  )

/** The lists can have different separators and headers. Devices that the first one has are not added again. */
export function joinDeviceLists(first: string, second: string) {
  const given = readDeviceList(first)
  if (given.length === 0) return { list: second, repeated: 0 }
  const known = new Set(given.map(identityOf))
  const added = readDeviceList(second)
  const missing = added.filter((device) => !known.has(identityOf(device)))
  return { list: writeDeviceList([...given, ...missing]), repeated: added.length - missing.length }
}

const identityOf = ({ deviceFingerprint }: Assignment) => normalizeFingerprint(deviceFingerprint)

/** Why the portal would refuse the whole list: its length, or its first wrong device. */
export function refusalOf(devices: Assignment[]) {
  if (devices.length > ASSIGNMENTS_MAX) return TOO_MANY_DEVICES
  const refused = devices.map((device) => Assignment.safeParse(device).error?.issues[0]?.message)
  const index = refused.findIndex((message) => message !== undefined)
  return index < 0 ? undefined : `Device ${index + 1}: ${refused[index]}`
}

/** Excel writes UTF-8, UTF-16, or the Windows encoding without a mark. */
export async function readTextFile(file: Blob) {
  const bytes = new Uint8Array(await file.arrayBuffer())
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return new TextDecoder('utf-16le').decode(bytes)
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return new TextDecoder('windows-1252').decode(bytes)
  }
}

const looksLikeUuid = (cell: string) => /^\{?[\da-f]{8}-?[\da-f]{4}/i.test(cell)

const isHeader = (cells: string[]) =>
  !cells.some(looksLikeUuid) && cells.some((cell) => /uuid|label|device/i.test(cell))

function assignmentOf(cells: string[]): Assignment {
  const place = Math.max(cells.findIndex(looksLikeUuid), 0)
  const label = cells.find((cell, index) => index !== place && cell !== '')
  return { deviceFingerprint: cells[place] ?? '', ...(label && { label }) }
}
