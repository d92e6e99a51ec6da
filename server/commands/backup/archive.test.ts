import { PassThrough, Readable, Writable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { expect, test } from 'vitest'
import { readArchive, writeArchive } from './archive.ts'

const SECRET = 'a secret of more than thirty-two characters'
const LONG = Buffer.alloc(9_000_000, 'row of a table\n')

async function* chunksOf(bytes: Buffer) {
  for (let start = 0; start < bytes.length; start += 65_536) yield bytes.subarray(start, start + 65_536)
}

async function write() {
  const sink = new PassThrough()
  const written = buffer(sink)
  await writeArchive(SECRET, sink, async (add) => {
    await add('empty', chunksOf(Buffer.alloc(0)))
    await add('tables/long', chunksOf(LONG))
    await add('closing', chunksOf(Buffer.from('end')))
  })
  return written
}

async function read(bytes: Buffer, secret = SECRET) {
  const found = new Map<string, Buffer[]>()
  for await (const { name, chunks } of readArchive(secret, Readable.from(chunksOf(bytes)))) {
    const kept = found.get(name) ?? []
    for await (const chunk of chunks) kept.push(chunk)
    found.set(name, kept)
  }
  return new Map([...found].map(([name, kept]) => [name, Buffer.concat(kept)]))
}

test('what was written is read again, in its order', async () => {
  const found = await read(await write())
  expect([...found.keys()]).toEqual(['empty', 'tables/long', 'closing'])
  expect([found.get('empty')?.length, found.get('tables/long')?.equals(LONG)]).toEqual([0, true])
})

test('nothing of it can be read without the secret', async () => {
  const bytes = await write()
  expect(bytes.includes('row of a table') || bytes.includes('tables/long')).toBe(false)
  await expect(read(bytes, `${SECRET}!`)).rejects.toThrow('The backup was made with another BACKUP_SECRET.')
})

test('a backup that was cut off or changed is refused, wherever', async () => {
  const bytes = await write()
  const places = [0, 10, 200, 300, Math.floor(bytes.length / 2), bytes.length - 20, bytes.length - 1]
  for (const place of places) {
    await expect(read(bytes.subarray(0, place)), `cut at ${place}`).rejects.toThrow(/The backup/)
    const changed = Buffer.from(bytes)
    changed[place] = (changed[place] ?? 0) ^ 1
    await expect(read(changed), `changed at ${place}`).rejects.toThrow(/The backup/)
  }
})

test('a place that fails ends the writing', async () => {
  const full = new Writable({ write: (_chunk, _encoding, done) => done(new Error('No space left')) })
  await expect(
    writeArchive(SECRET, full, async (add) => {
      for (let number = 0; number < 50; number += 1) await add(`tables/${number}`, chunksOf(LONG))
    }),
  ).rejects.toThrow('No space left')
})
