import { once } from 'node:events'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { expect, test } from 'vitest'
import { multipartOf } from './ranges.ts'

const ranges = [
  { start: 0, end: 2 },
  { start: 7, end: 7 },
]
const file = { type: 'text/plain', size: 10 }

test('parts are read one after another, and come to as many bytes as was said', async () => {
  const { body, length, type } = multipartOf(ranges, file)
  const bytes = await buffer(
    body(Readable.from(['abc']), ({ start }) => Promise.resolve(Readable.from([String(start)]))),
  )
  const boundary = type.replace('multipart/byteranges; boundary=', '')
  const part = (range: string, text: string) =>
    `--${boundary}\r\ncontent-type: text/plain\r\ncontent-range: bytes ${range}/10\r\n\r\n${text}\r\n`
  expect(bytes.toString()).toBe(`${part('0-2', 'abc')}${part('7-7', '7')}--${boundary}--\r\n`)
  expect(bytes.length).toBe(length)
})

test('a client that leaves before the first byte leaves nothing open', async () => {
  const first = new Readable({ read: () => undefined })
  const body = multipartOf(ranges, file).body(first, () => Promise.reject(new Error('not asked for')))
  body.destroy()
  await once(body, 'close')
  expect(first.destroyed).toBe(true)
})

test('a part that is lost breaks the answer off', async () => {
  const body = multipartOf(ranges, file).body(Readable.from(['abc']), () => Promise.reject(new Error('lost')))
  await expect(buffer(body)).rejects.toThrow('lost')
})
