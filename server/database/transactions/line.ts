import { AsyncLocalStorage } from 'node:async_hooks'
import type pg from 'pg'

type Ask = (...query: unknown[]) => Promise<unknown>

const lines = new AsyncLocalStorage<{ ask: Ask | undefined }>()

/** Asks on the connection of `onOneLine`, within it. */
export const askOnLine = (): Ask | undefined => lines.getStore()?.ask

/** Lends `read` one connection of the pool, and sends the statements that it starts at once in one write. */
export async function onOneLine<Result>(pool: pg.Pool, read: () => Promise<Result>): Promise<Result> {
  const client = await pool.connect()
  const query: Ask = client.query.bind(client)
  let unanswered = 0
  const ask: Ask = async (...asked) => {
    unanswered += 1
    const answer = await query(...asked)
    unanswered -= 1
    return answer
  }
  const line: { ask: Ask | undefined } = { ask }
  try {
    return await lines.run(line, () => inOneWrite(client, read))
  } finally {
    line.ask = undefined
    // After a failure its other statements may still be running.
    client.release(unanswered > 0)
  }
}

function inOneWrite<Result>({ connection: { stream } }: pg.PoolClient, read: () => Promise<Result>) {
  stream.cork()
  process.nextTick(() => stream.uncork())
  return read()
}
