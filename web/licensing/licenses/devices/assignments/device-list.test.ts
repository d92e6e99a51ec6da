import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { joinDeviceLists, readDeviceList, readTextFile, refusalOf, writeDeviceList } from './device-list.ts'

const [one, other] = ['4C4C4544-0044-3510-8052-B4C04F4D3732', '03d40274-0435-0586-3006-710700080009']

test.each([
  ['one UUID per line', `${one}\n\n  ${other}  \n`, [{ deviceFingerprint: one }, { deviceFingerprint: other }]],
  ['a CSV file with a header', `UUID,Label\r\n${one},Boardroom\r\n`, [{ deviceFingerprint: one, label: 'Boardroom' }]],
  ['the label first', `Boardroom;${one}`, [{ deviceFingerprint: one, label: 'Boardroom' }]],
  [
    'quotes, tabs and a byte order mark',
    `\uFEFF"${one}"\t"Front desk"`,
    [{ deviceFingerprint: one, label: 'Front desk' }],
  ],
  [
    'separators, quotes and a line break inside quotes',
    `UUID,Label\r\n${one},"Hall 2, ""North"""\r\n${other},"Front\ndesk"\r\n`,
    [
      { deviceFingerprint: one, label: 'Hall 2, "North"' },
      { deviceFingerprint: other, label: 'Front desk' },
    ],
  ],
  [
    'a comma between semicolons',
    `UUID;Label\n${one};Hall 2, North`,
    [{ deviceFingerprint: one, label: 'Hall 2, North' }],
  ],
  ['lines of an old Mac', `UUID\r${one}\r${other}\r`, [{ deviceFingerprint: one }, { deviceFingerprint: other }]],
  [
    'the hyphens of a document, after the label',
    `Device 7,${one.replaceAll('-', '\u2011')}\nReception,${other.replaceAll('-', '\u30FC')}`,
    [
      { deviceFingerprint: one, label: 'Device 7' },
      { deviceFingerprint: other, label: 'Reception' },
    ],
  ],
  ['anything else as it is, so that the server can say why not', 'PC-7', [{ deviceFingerprint: 'PC-7' }]],
  ['nothing', ' \n', []],
])('reads %s', (_what, text, devices) => {
  expect(readDeviceList(text)).toEqual(devices)
})

test('writes failed devices as it reads them', () => {
  const devices = [{ deviceFingerprint: one, label: 'Hall 2, "North"' }, { deviceFingerprint: other }]
  expect(readDeviceList(writeDeviceList(devices))).toEqual(devices)
})

test('says why the portal would refuse the whole list', () => {
  const good = { deviceFingerprint: one, label: 'Boardroom' }
  expect(refusalOf([good])).toBeUndefined()
  expect(refusalOf([good, { deviceFingerprint: '', label: 'PC' }])).toBe('Device 2: Device UUID is required')
  expect(refusalOf(Array.from({ length: 501 }, () => good))).toBe('At most 500 devices can be assigned at once.')
  expect(refusalOf([{ ...good, label: 'x'.repeat(121) }])).toBe('Device 1: Must be at most 120 characters')
})

test.each([
  ['UTF-8', Buffer.from('\uFEFFCafé')],
  ['UTF-16', Buffer.from('\uFEFFCafé', 'utf16le')],
  ['the Windows encoding', Buffer.from('Café', 'latin1')],
])('reads a file in %s', async (_encoding, bytes) => {
  expect(await readTextFile(new Blob([bytes]))).toBe('Café')
})

test('adds a second list without the devices that are there already, however they are spelled', () => {
  const third = randomUUID()
  expect(joinDeviceLists(`${one},Boardroom`, `uuid;label\n{${one.toLowerCase()}};Boardroom\n${third};Hall`)).toEqual({
    list: `${one},Boardroom\n${third},Hall`,
    repeated: 1,
  })
  expect(joinDeviceLists(' ', `uuid\n${one}`)).toEqual({ list: `uuid\n${one}`, repeated: 0 })
})
