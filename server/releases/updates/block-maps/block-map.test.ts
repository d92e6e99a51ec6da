import { createHash } from 'node:crypto'
import { gunzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { randomFrom } from '#server/testing/releases/builds.ts'
import { makeBlockMap } from './block-map.ts'

type BlockMap = { version: string; files: [{ name: string; offset: number; checksums: string[]; sizes: number[] }] }

async function* inPieces(bytes: Buffer, size: number) {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size)
}

const read = async (bytes: Buffer, size = 65_536) =>
  JSON.parse(String(gunzipSync(await makeBlockMap(inPieces(bytes, size))))) as BlockMap

const blocksOf = async (bytes: Buffer, size?: number) => (await read(bytes, size)).files[0]

const BYTES = randomFrom('a build', 1_000_000)

test('a file has the blocks and checksums that electron-builder gives it', async () => {
  const map = await read(BYTES)
  expect(map).toMatchObject({ version: '2', files: [{ name: 'file', offset: 0 }] })
  expect(map.files[0].sizes.slice(0, 4)).toEqual([17_471, 32_768, 27_626, 22_153])
  expect(createHash('sha256').update(JSON.stringify(map)).digest('hex')).toBe(
    '6f4d13314d8a225000ce4350c74f853a43450a5bb1a6967e58c1ed6443356b96',
  )
})

test('the blocks are the same in whatever pieces the file comes', async () => {
  const whole = await blocksOf(BYTES, BYTES.length)
  expect(whole.sizes.reduce((sum, size) => sum + size, 0)).toBe(BYTES.length)
  for (const size of [1000, 8191, 65_536]) expect(await blocksOf(BYTES, size)).toEqual(whole)
})

test('an insertion changes the blocks around it only', async () => {
  const changed = Buffer.concat([BYTES.subarray(0, 500_000), Buffer.from('new'), BYTES.subarray(500_000)])
  const [before, after] = [await blocksOf(BYTES), await blocksOf(changed)]
  const known = new Set(before.checksums)
  expect(after.checksums.filter((checksum) => !known.has(checksum)).length).toBeLessThanOrEqual(3)
})

test('a block has 8 to 32 kB, except the last; a file that says nothing has blocks too, an empty one none', async () => {
  const { sizes } = await blocksOf(BYTES)
  expect(sizes.slice(0, -1).filter((size) => size < 8192 || size > 32_768)).toEqual([])
  expect((await blocksOf(Buffer.alloc(70_000))).sizes).toEqual([32_768, 32_768, 4464])
  expect(await blocksOf(Buffer.alloc(0))).toMatchObject({ sizes: [], checksums: [] })
})
