import { readFileSync } from 'node:fs'
import { expect, test, vi } from 'vitest'
import { lacksScope } from '#contract/identity/api-tokens.ts'
import { CURRENT_VERSION, type Scope } from '#contract/endpoint.ts'
import { STILL_RUNNING } from '#contract/errors.ts'
import { licenses } from '#contract/licensing/licenses.ts'
import { makeLicense } from '#demo/rows/licenses.ts'
import { withToken } from '#server/testing/identity/api-tokens.ts'
import { computer } from '#server/testing/licensing/devices.ts'
import { makeInOrder } from '#server/testing/licensing/licenses.ts'
import { app, db, newOrganization, signIn, type Person } from '#server/testing/testing.ts'
import { PAGES } from './usage.ts'
import { newCommand, serverBetween } from './testing.ts'

vi.setConfig({ testTimeout: 60_000 })

const server = await app.listen({ port: 0, host: '127.0.0.1' })
const BOTH: Scope[] = ['licenses:read', 'licenses:write']
const { version } = JSON.parse(readFileSync('package.json', 'utf8')) as { version: string }
const NOBODY = `lk_${'A'.repeat(49)}`

const commandOf = async (person: Person, scopes: Scope[] = BOTH, address = server) =>
  newCommand(address, (await withToken(person, scopes)).token)

const stored = async (person: Person) => (await person.call(licenses.list)).body

test('licenses are created within the quota, once for a repeated key, listed and revoked', async () => {
  const owner = await signIn({ licenseLimit: 3 })
  const run = await commandOf(owner)
  const create = ['license', 'create', '--label', 'Counter', '--count', '2', '--idempotency-key', 'build-7', '--json']
  const created = await run(...create)
  expect(created.code).toBe(0)
  expect(JSON.parse(created.out)).toMatchObject([{ label: 'Counter 1' }, { label: 'Counter 2' }])
  expect(JSON.parse((await run(...create)).out)).toEqual(JSON.parse(created.out))
  expect(await stored(owner)).toHaveLength(2)
  const tooMany = await run('license', 'create', '--label', 'More', '--count', '5', '--json')
  expect([tooMany.code, tooMany.error]).toEqual([1, ''])
  expect(JSON.parse(tooMany.out)).toMatchObject({ error: { status: expect.any(Number), canTryAgain: false } })
  expect(await stored(owner)).toHaveLength(2)

  const [license] = await stored(owner)
  await computer().activate(license!.licenseKey)
  const listed = await run('license', 'list', '--status', 'active')
  expect(listed.out).toMatch(
    new RegExp(`^ID +LABEL +KEY .*\\n${license!.id}  Counter \\d +${license!.licenseKey}  active `),
  )
  expect(JSON.parse((await run('license', 'list', '--limit', '1', '--json')).out)).toHaveLength(1)

  const unasked = await run('license', 'revoke', license!.id)
  expect([unasked.code, unasked.error]).toEqual([64, 'Pass --yes to revoke without a question.\n'])
  const revoked = await run('license', 'revoke', license!.licenseKey.toLowerCase(), license!.id, '--yes')
  expect([revoked.code, revoked.out]).toEqual([0, `✔ ${license!.label} is revoked.\n`])
  const again = await run('license', 'revoke', license!.id, '--yes')
  expect([again.code, again.out]).toEqual([1, expect.stringMatching(/^✘ Counter \d: /)])
  expect((await stored(owner)).map(({ status }) => status).toSorted()).toEqual(['revoked', 'unassigned'])
})

test('licenses whose answer gets lost are created once, also while the first call still runs', async () => {
  const owner = await signIn()
  const calls: string[] = []
  const between = await serverBetween(server, async (request, response, pass) => {
    calls.push(request.method!)
    if (calls.length === 2) response.writeHead(409).end(JSON.stringify({ message: 'Wait', code: STILL_RUNNING }))
    if (calls.length > 1) return
    await pass()
    response.socket?.destroy()
  })
  const created = await (await commandOf(owner, BOTH, between.url))('license', 'create', '--label', 'Front', '--json')
  between.close()
  expect([created.code, calls]).toEqual([0, ['POST', 'POST', 'POST']])
  expect(JSON.parse(created.out)).toMatchObject([{ id: (await stored(owner))[0]!.id }])
  expect(await stored(owner)).toHaveLength(1)
})

test('a list is read to its last page', async () => {
  const owner = await signIn({ licenseLimit: 5 })
  await makeInOrder(owner.organizationId, ['One', 'Two', 'Three'])
  const asked: string[] = []
  const between = await serverBetween(server, async (request, response) => {
    asked.push(request.url!)
    const url = new URL(request.url!, server)
    url.searchParams.set('limit', '2')
    const page = await fetch(url, { headers: { authorization: request.headers.authorization! } })
    response.writeHead(page.status, { link: page.headers.get('link') ?? '' }).end(await page.text())
  })
  const { out } = await (await commandOf(owner, BOTH, between.url))('license', 'list', '--json')
  between.close()
  expect(JSON.parse(out)).toMatchObject([{ label: 'Three' }, { label: 'Two' }, { label: 'One' }])
  expect(asked).toHaveLength(2)
})

test('texts of others cannot change what a terminal shows', async () => {
  const owner = await signIn()
  await makeLicense(db, { organizationId: owner.organizationId, label: 'Desk \u001b[2K\u202egnp' })
  const { out } = await (await commandOf(owner))('license', 'list')
  expect(out).toContain('Desk  [2K gnp')
})

test('an admin names the organization of a license, and staff list customers', async () => {
  const admin = await signIn({ role: 'admin' })
  const name = `Depot ${crypto.randomUUID()}`
  const organizationId = await newOrganization({ name })
  const run = await commandOf(admin, [...BOTH, 'customers:read'])
  const created = await run('license', 'create', '--label', 'Front', '--organization', organizationId, '--json')
  expect(JSON.parse(created.out)).toMatchObject([{ organizationId, label: 'Front' }])
  const listed = await run('customer', 'list', '--search', name)
  expect(listed.out).toMatch(new RegExp(`^ID +NAME .*\\n${organizationId}  ${name} +active `))
})

test('a refusal exits with 1 and says which scope is missing', async () => {
  const run = await commandOf(await signIn(), ['licenses:read'])
  const refused = await run('license', 'create', '--label', 'Front')
  expect(refused).toEqual({ code: 1, out: '', error: `${lacksScope('licenses:write')}\n` })
  const invalid = await (await commandOf(await signIn()))('license', 'create', '--label', '   x'.padEnd(200, 'y'))
  expect(invalid.code).toBe(1)
})

test('without a server it exits with 2 once it has tried again for a while', async () => {
  const run = newCommand('http://127.0.0.1:9', NOBODY)
  const failed = await run('license', 'list', '--wait', '1', '--json')
  expect(failed.code).toBe(2)
  expect(JSON.parse(failed.out)).toMatchObject({
    error: { message: expect.stringContaining('ECONNREFUSED'), canTryAgain: true },
  })
})

test('too many calls are repeated when the server says, unless that is too late', async () => {
  const owner = await signIn()
  const times: number[] = []
  const between = await serverBetween(server, (_request, response) => {
    times.push(Date.now())
    if (times.length === 1) response.writeHead(429, { 'retry-after': '1' }).end('{"message":"Too many"}')
    if (times.length > 2) response.writeHead(429, { 'retry-after': '3600' }).end('{"message":"Too many"}')
  })
  const run = await commandOf(owner, BOTH, between.url)
  expect((await run('license', 'list')).code).toBe(0)
  expect(times[1]! - times[0]!).toBeGreaterThanOrEqual(1000)
  const refused = await run('license', 'list')
  between.close()
  expect([refused.code, refused.error, times.length]).toEqual([2, 'Too many. The server asks to wait 60 minutes.\n', 3])
})

test('the token goes to no other address, and each call names its version of the API', async () => {
  const seen: (string | undefined)[] = []
  const elsewhere = await serverBetween(server, (request) => seen.push(request.headers.authorization))
  const versions: unknown[] = []
  const between = await serverBetween(server, (request, response) => {
    versions.push(request.headers['latchkey-version'])
    response.writeHead(302, { location: `${elsewhere.url}/api/licenses` }).end()
  })
  const { code, error } = await newCommand(between.url, NOBODY)('license', 'list')
  for (const { close } of [elsewhere, between]) close()
  expect([code, error]).toEqual([1, expect.stringContaining(`redirects to ${elsewhere.url}`)])
  expect([seen, versions]).toEqual([[], [CURRENT_VERSION]])
})

test('what is no portal is refused', async () => {
  const between = await serverBetween(server, (_request, response) => response.end('<html>Welcome</html>'))
  const { code, error } = await newCommand(between.url, NOBODY)('license', 'list')
  between.close()
  expect([code, error]).toEqual([1, expect.stringContaining('does not answer as a Latchkey portal does')])
})

test.each([
  [[], /latchkey <command>/],
  [['release'], /no command 'release'/],
  [['constructor'], /no command/],
  [['release', 'publish'], /FILE is missing/],
  [['release', 'publish', 'a.exe'], /--version is missing/],
  [['release', 'publish', 'missing.exe', '--version', '1.0'], /Can’t read missing\.exe: ENOENT/],
  [['release', 'publish', '.', '--version', '1.0'], /is not a file/],
  [['release', 'publish', 'a.exe', 'b.exe', '--version', '1.0'], /Unexpected argument 'b\.exe'/],
  [['release', 'publish', 'a.exe', '--version', '1', '--channel', 'alpha'], /--channel must be stable or beta/],
  [
    ['release', 'publish', 'a.exe', '--version', '1', '--rollout', '101'],
    /--rollout must be a whole number from 0 to 100/,
  ],
  [['release', 'publish', 'a.exe', '--version', '1', '--at', '2026-12-01'], /--at must be a time with its zone/],
  [['release', 'publish', 'a.exe', '--version', '1', '--at', '2999-02-29T08:00:00Z'], /--at must be a time with its/],
  [['release', 'publish', 'a.exe', '--version', '1', '--at', '2020-12-01T00:00:00Z'], /--at must be in the future/],
  [['release', 'publish', 'a.exe', '--version', '1', '--latest', '--channel', 'beta'], /beta can’t be the latest/],
  [
    ['release', 'publish', 'a.exe', '--version', '1', '--minimum-version', 'old'],
    /--minimum-version must be a version/,
  ],
  [['release', 'publish', 'a.exe', '--version', 'x'.repeat(61)], /--version must be one line/],
  [['license', 'list', '--rollout', '1'], /'license list' has no option --rollout/],
  [['license', 'list', '--color'], /--color/],
  [['license', 'create'], /--label is missing/],
  [['license', 'revoke'], /ID is missing/],
  [['license', 'list', '--server', 'http://portal.example.com'], /is not encrypted\. Use https/],
  [['license', 'list', '--server', 'http://127.0.0.1.example.com'], /is not encrypted/],
  [
    ['license', 'list', '--server', 'https://a:b@portal.example.com'],
    /without a path or a password: https:\/\/portal\.example\.com$/m,
  ],
  [['license', 'list', '--server', 'portal'], /must be a URL/],
  [['license', 'list', '--server', 'portal.example.com:443'], /must be a URL/],
  [['license', 'list', `--token=${NOBODY}`], /Set LATCHKEY_TOKEN in the environment/],
  [['license', 'list', NOBODY], /Unexpected argument 'lk_…'/],
  [['customer', 'list', '--limit', '0'], /--limit must be a whole number/],
])('exits with 64 for the arguments %j', async (words, sentence) => {
  const { code, out, error } = await newCommand(server, NOBODY)(...words)
  expect([code, out, error]).toEqual([64, '', expect.stringMatching(sentence)])
  expect(error).not.toContain(NOBODY)
})

test.each([
  ['', /API token missing/],
  ['secret', /is not an API token/],
  ['lk_short', /is not an API token/],
])('exits with 64 for the token %j, which it does not repeat', async (token, sentence) => {
  const { code, error } = await newCommand(server, token)('license', 'list')
  expect([code, error]).toEqual([64, expect.stringMatching(sentence)])
  expect(error).not.toContain('secret')
})

test('each command explains its options, scopes and exit codes', async () => {
  const run = newCommand(server, NOBODY)
  const general = await run('--help')
  expect(general).toMatchObject({ code: 0, error: '' })
  for (const words of [['help'], ['release', '--help']]) expect(await run(...words)).toEqual(general)
  for (const [name, page] of Object.entries(PAGES)) {
    expect(general.out).toContain(`  ${name.split(' ').slice(0, 2).join(' ')}`)
    expect(page).toMatch(/--json .*\n[^]*LATCHKEY_TOKEN[^]*The token needs: [^]*Exit codes\n {2}0 /)
  }
  expect((await run('license', 'create', '--help')).out).toBe(`${PAGES['license create']}\n`)
  expect(await run('--version')).toEqual({ code: 0, out: `${version}\n`, error: '' })
})

test('docs/command-line.md lists each command with its options and scopes', () => {
  const guide = readFileSync('docs/command-line.md', 'utf8')
  for (const [name, page] of Object.entries(PAGES)) {
    const section = guide.split(/^## /m).find((text) => text.startsWith(`\`latchkey ${name}\``)) ?? ''
    expect([name, section]).toEqual([name, expect.stringMatching(/./)])
    const own = page.slice(0, page.indexOf('--server'))
    for (const [option] of own.matchAll(/^ {2}(-y, )?--[a-z-]+/gm))
      expect(section, name).toContain(`\`${option.replace(/^ +(-y, )?/, '')}`)
    const scopes = /The token needs: (.*)/.exec(page)?.[1] ?? ''
    for (const [scope] of scopes.matchAll(/\w+:\w+/g)) expect(section, name).toContain(`\`${scope}\``)
  }
})
