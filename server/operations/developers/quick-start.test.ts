import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { CURRENT_VERSION } from '#contract/endpoint.ts'
import { licenses } from '#contract/licensing/licenses.ts'
import { withToken } from '#server/testing/identity/api-tokens.ts'
import { app, signIn } from '#server/testing/testing.ts'

await app.listen({ port: 0, host: '127.0.0.1' })
const { port } = app.server.address() as AddressInfo

const guide = readFileSync(new URL('../../../docs/api.md', import.meta.url), 'utf8')
const commands = Array.from(guide.matchAll(/^```bash\n([^]*?)^```$/gm), ([, command = '']) => command)

/** Runs the commands of the guide as they are, with a portal and a token in the places of the invented ones. */
async function follow(token: string) {
  const script = commands
    .join('echo; echo =====\n')
    .replaceAll('https://portal.example.com', `http://127.0.0.1:${port}`)
    .replaceAll('lk_…', token)
  const { stdout } = await promisify(execFile)('bash', ['-euc', script])
  return stdout.split('=====\n')
}

test('the commands of the guide do what it says', async () => {
  const person = await signIn()
  const { token } = await withToken(person, ['licenses:read', 'licenses:write'])
  const [first = '', written = '', paged = '', versioned = ''] = await follow(token)
  expect(JSON.parse(first)).toEqual([])
  expect(JSON.parse(written)).toMatchObject({ label: 'Reception', status: 'unassigned' })
  expect(paged).toMatch(/^link: <\/api\/licenses\?limit=1&search=Reception&cursor=[\w-]+>; rel="next"\r$/m)
  expect(paged).toMatch(/^x-total-count: 1\r$/m)
  expect(paged).toContain(`latchkey-version: ${CURRENT_VERSION}`)
  expect(JSON.parse(versioned)).toEqual((await person.call(licenses.list)).body)
})

test('following the guide twice creates one license', async () => {
  const person = await signIn()
  const { token } = await withToken(person, ['licenses:read', 'licenses:write'])
  const [, once = ''] = await follow(token)
  const [, twice = ''] = await follow(token)
  expect(JSON.parse(twice)).toEqual(JSON.parse(once))
  expect((await person.call(licenses.list)).body.length).toBe(1)
})
