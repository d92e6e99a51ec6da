import { createHash, randomBytes } from 'node:crypto'
import { Readable } from 'node:stream'
import { expect, test } from 'vitest'
import type { Range } from '#server/platform/storage/storage.ts'
import { AT, SIGNED_PROGRAM, makeProgram } from '#server/testing/releases/programs.ts'
import { inspect } from './inspect.ts'

/** As if these bytes were stored. Counts how many are read. */
function inspectBytes(bytes: Buffer, size = bytes.length) {
  const counter = { read: 0 }
  const read = async (_key: string, range?: Range) => {
    const part = bytes.subarray(range?.start, range && range.end + 1)
    counter.read += part.length
    return Readable.from([part])
  }
  const measures = { size, sha256: '', sha512: null }
  return { counter, facts: inspect({ read }, { key: 'application-1.exe', measures }) }
}

const factsOf = (bytes: Buffer) => inspectBytes(bytes).facts
const changed = (bytes: Buffer, change: (copy: Buffer) => unknown) => {
  const copy = Buffer.from(bytes)
  change(copy)
  return copy
}

const SAID = {
  machine: 'arm64',
  fileVersion: '4.3.2.0',
  productVersion: '4.3.2.0',
  productName: 'Depot',
  companyName: 'Example Software',
}

test('reads the processor and the version of a program without a signature', async () => {
  expect(await factsOf(makeProgram())).toEqual({ ...SAID, signature: null })
})

test('reads the signer of a program that another tool has signed, and checks its bytes', async () => {
  const facts = await factsOf(SIGNED_PROGRAM)
  expect(facts).toMatchObject({
    ...SAID,
    signature: { subject: 'C=ZA, O=Example Software, CN=Example Software', isValid: true },
  })
  expect(facts?.signature?.thumbprint).toMatch(/^[0-9A-F]{40}$/)
  expect(facts?.signature?.issuer).toBe(facts?.signature?.subject)
})

test('a signature is not valid for other bytes, wherever they were changed or added', async () => {
  const table = SIGNED_PROGRAM.readUInt32LE(AT.directories + 32)
  const isValid = async (bytes: Buffer) => (await factsOf(bytes))?.signature?.isValid
  for (let at = 2; at < table; at += 61) {
    const isChecksum = at >= AT.header + 88 && at < AT.header + 92
    const isHeader = at < AT.resources
    if (isChecksum || isHeader) continue
    expect([at, await isValid(changed(SIGNED_PROGRAM, (copy) => (copy[at]! ^= 1)))]).toEqual([at, false])
  }
  expect(await isValid(Buffer.concat([SIGNED_PROGRAM, Buffer.from('more')]))).toBe(false)
  const key = SIGNED_PROGRAM.length - 40
  expect(await isValid(changed(SIGNED_PROGRAM, (copy) => (copy[key]! ^= 1)))).not.toBe(true)
})

test('a signature copied to another program is not valid', async () => {
  const own = SIGNED_PROGRAM.readUInt32LE(AT.directories + 32)
  const other = changed(SIGNED_PROGRAM, (copy) => copy.write('Other', own - 20))
  expect((await factsOf(other))?.signature).toMatchObject({ isValid: false })
})

test('a file that ends anywhere is read as far as it goes', async () => {
  for (let length = 0; length <= SIGNED_PROGRAM.length; length += 7) {
    const facts = await factsOf(SIGNED_PROGRAM.subarray(0, length))
    expect(facts?.signature?.isValid ?? false).toBe(false)
  }
})

test('headers that lie are refused without reading much', async () => {
  const lies = [0, 1, 0x7f, 0xff, 0xffff, 0x7fffffff, 0x80000000, 0xfffffff0, 0xffffffff]
  for (let at = 0x3c; at < SIGNED_PROGRAM.length - 4; at += 4)
    for (const lie of lies) {
      const { facts, counter } = inspectBytes(changed(SIGNED_PROGRAM, (copy) => copy.writeUInt32LE(lie, at)))
      await facts
      expect(counter.read).toBeLessThan(10 * SIGNED_PROGRAM.length)
    }
})

test('a huge claim in a huge file is not read at once', async () => {
  const bytes = changed(SIGNED_PROGRAM, (copy) => copy.writeUInt32LE(0x7fffffff, AT.directories + 36))
  const { facts, counter } = inspectBytes(bytes, 5_000_000_000)
  expect(await facts).toMatchObject({ signature: null })
  expect(counter.read).toBeLessThan(10_000)
})

test('a resource folder that contains itself ends', async () => {
  const circular = changed(makeProgram(), (copy) => copy.writeUInt32LE(0x80000000, AT.resources + 20))
  expect(await factsOf(circular)).toMatchObject({ machine: 'arm64', productName: null })
})

test('noise is no program, whatever it begins with', async () => {
  for (let round = 0; round < 200; round++) {
    const noise = randomBytes(2000)
    noise.write('MZ')
    noise.writeUInt32LE(0x40, 0x3c)
    if (round % 2 === 0) noise.write('PE\0\0', 0x40, 'latin1')
    if (round % 4 === 0) noise.writeUInt16LE(0x20b, 0x40 + 24)
    expect((await factsOf(noise))?.signature ?? null).toBeNull()
  }
})

test('a signature whose inside is noise is none, and takes no time', async () => {
  const table = SIGNED_PROGRAM.readUInt32LE(AT.directories + 32)
  for (let round = 0; round < 300; round++) {
    const at = table + 8 + (createHash('sha256').update(String(round)).digest().readUInt32BE() % 1500)
    const facts = await factsOf(changed(SIGNED_PROGRAM, (copy) => randomBytes(6).copy(copy, at)))
    expect(facts?.machine).toBe('arm64')
  }
})
