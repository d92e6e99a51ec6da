import type { ServerResponse } from 'node:http'
import { expect, test, vi } from 'vitest'
import { newCommand, serverBetween } from './testing.ts'

vi.setConfig({ testTimeout: 60_000 })

const TOKEN = `lk_${'A'.repeat(49)}`

/** Runs a command against a server with these answers. The last one is repeated. */
async function runAgainst(words: string[], ...answers: ((response: ServerResponse) => unknown)[]) {
  const times: number[] = []
  const server = await serverBetween('http://127.0.0.1:9', (_request, response) => {
    times.push(Date.now())
    answers[Math.min(times.length, answers.length) - 1]?.(response)
  })
  const result = await newCommand(server.url, TOKEN)(...words)
  server.close()
  return { ...result, times }
}

const list = ['license', 'list', '--wait', '4']
const rows = (response: ServerResponse) => response.end('[]')
const tooMany = (retryAfter: string) => (response: ServerResponse) =>
  response.writeHead(429, { 'retry-after': retryAfter }).end('{"message":"Too many"}')

test.each([
  [list, '{}'],
  [list, 'null'],
  [list, '"Welcome"'],
  [['license', 'create', '--label', 'Front'], '{"status":"ready"}'],
  [['license', 'revoke', '00000000-0000-4000-8000-000000000000', '--yes'], '[]'],
  [['release', 'list'], '{}'],
])('latchkey %j refuses the answer %s of another program', async (words, text) => {
  const { code, error, times } = await runAgainst(words, (response) => response.end(text))
  expect([code, error]).toEqual([1, expect.stringContaining('does not answer as a Latchkey portal does')])
  expect(times).toHaveLength(1)
})

test('waits longer each time when the server asks for no wait', async () => {
  const { code, times, error } = await runAgainst(list, tooMany('0'))
  expect([code, times.length <= 4]).toEqual([2, true])
  expect(error).toBe('Too many. Trying again for up to 4 seconds.\nToo many\n')
})

test('says that it tries again for one second', async () => {
  const { error } = await runAgainst(['license', 'list', '--wait', '1'], tooMany('0'))
  expect(error).toBe('Too many. Trying again for up to 1 second.\nToo many\n')
})

test('waits until the date that a proxy sends', async () => {
  const { code, times } = await runAgainst(
    list,
    (response) => tooMany(new Date(Date.now() + 2500).toUTCString())(response),
    rows,
  )
  expect(code).toBe(0)
  expect(times[1]! - times[0]!).toBeGreaterThan(1000)
})

test('repeats a request that arrived too slowly', async () => {
  const { code, times } = await runAgainst(list, (response) => response.writeHead(408).end(), rows)
  expect([code, times.length]).toEqual([0, 2])
})

test.each([
  ['60', 'The server asks to wait 60 seconds.'],
  ['3600', 'The server asks to wait 60 minutes.'],
  ['3', 'The server asks to wait 3 seconds.'],
])('says how long the server asks to wait: %s', async (seconds, sentence) => {
  const { code, error } = await runAgainst(list, tooMany(seconds))
  expect([
    code,
    error
      .trim()
      .split('\n')
      .find((line) => line.includes(sentence)),
  ]).toEqual([2, `Too many. ${sentence}`])
})

test('a failed command with --json says how long the server asks to wait', async () => {
  const { out } = await runAgainst([...list, '--json'], tooMany('3600'))
  expect(JSON.parse(out)).toEqual({
    error: {
      message: 'Too many. The server asks to wait 60 minutes.',
      status: 429,
      canTryAgain: true,
    },
  })
})
