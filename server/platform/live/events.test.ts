import { once } from 'node:events'
import { createServer, type AddressInfo } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { createEvents } from './events.ts'

test('while the database is away its return is asked for every second, however long it takes', async () => {
  let attempts = 0
  const { promise: many, resolve } = Promise.withResolvers<void>()
  const database = createServer((socket) => {
    socket.destroy()
    attempts += 1
    if (attempts === 8) resolve()
  }).listen(0, '127.0.0.1')
  await once(database, 'listening')
  const { port } = database.address() as AddressInfo
  const events = createEvents({ url: `postgres://portal@127.0.0.1:${port}/portal`, onError: () => {} })
  onTestFinished(async () => {
    await events.stop()
    database.close()
  })
  events.subscribe('jobs', () => {})
  await many
  expect(attempts).toBe(8)
}, 15_000)
