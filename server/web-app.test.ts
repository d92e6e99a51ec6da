import { readdir, readFile, stat } from 'node:fs/promises'
import { brotliDecompressSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { buildApp } from './app.ts'
import { readWebApp } from './start/web.ts'
import { readSources } from './testing/sources.ts'
import { platform } from './testing/testing.ts'

/** `npm test` builds the web app before it comes here; by hand, `vite build` does. */
async function builtWebApp() {
  const web = await readWebApp()
  if (!web) throw new Error('The web app has not been built: run vite build first')
  return web
}

const page = '<!doctype html><html><script>one()</script><style>b{}</style><script type="module" src="/x.js"></script>'
const shell = await buildApp(platform, { web: { page, scriptHashes: ["'sha256-abc'"], styleHashes: [] } })

test('every screen can be opened directly, under a policy without inline code [R-ROUTE-27]', async () => {
  const customers = ['/', '/auth', '/signup', '/licenses', '/billing', '/downloads', '/support']
  const staff = ['overview', 'organizations', 'users', 'files', 'billing'].map((name) => `/admin/${name}`)
  for (const url of [...customers, ...staff, '/no/such/page?x=1']) {
    const response = await shell.inject({ url })
    expect([url, response.statusCode, response.body]).toEqual([url, 200, page])
    expect(response.headers['content-type']).toBe('text/html; charset=utf-8')
    expect(response.headers['cache-control']).toBe('no-cache')
    expect(response.headers).not.toHaveProperty('set-cookie')
    const policy = String(response.headers['content-security-policy'])
    expect(policy).toContain("script-src 'self' 'sha256-abc'")
    expect(policy).not.toMatch(/unsafe|\*/)
  }
})

test('the page is sent compressed, once, and says whether the browser has a session', async () => {
  const ask = (headers: Record<string, string>) => shell.inject({ url: '/licenses', headers })
  const cookie = '__Host-session=any'
  const guest = await ask({})
  const user = await ask({ cookie })
  expect(guest.body).toBe(page)
  expect(user.body).toBe(page.replace('<html', '<html data-session'))
  for (const [answer, headers] of [
    [guest, {}],
    [user, { cookie }],
  ] as const) {
    const packed = await ask({ ...headers, 'accept-encoding': 'br' })
    expect(packed.headers).toMatchObject({ 'content-encoding': 'br', vary: 'accept-encoding, cookie' })
    expect(brotliDecompressSync(packed.rawPayload).toString()).toBe(answer.body)
    const etag = String(answer.headers.etag)
    expect((await ask({ ...headers, 'if-none-match': etag })).statusCode).toBe(304)
  }
  expect(user.headers.etag).not.toBe(guest.headers.etag)
  expect((await ask({ cookie: 'other=any' })).body).toBe(page)
})

test('an unknown address of the API is a JSON 404, and so is a file that is missing or hidden [R-ROUTE-28]', async () => {
  for (const url of [
    '/api/nothing',
    '/api/licenses/no/such/thing',
    '//',
    '//[/licenses',
    '//host:port/a.js',
    '/.env',
    '/.git/config',
    '/package.json',
    '/assets/none.js',
    '/assets/../package.json',
    '/assets/%2e%2e/package.json',
    '/server/main.ts',
  ]) {
    const response = await shell.inject({ url })
    expect([url, response.statusCode, response.json()]).toEqual([url, 404, { message: expect.stringMatching(/./) }])
    expect(response.headers['content-type']).toContain('application/json')
  }
})

test('the hashes of the page are those of its inline code', async () => {
  const web = await builtWebApp()
  expect(web.scriptHashes.length).toBe((web.page.match(/<script>/g) ?? []).length)
  expect(web.page).toContain('<html')
  expect(web.scriptHashes.every((hash) => /^'sha256-[\w+/]{43}='$/.test(hash))).toBe(true)
})

test('the built files are sent compressed, as they were written', async () => {
  const { page: built } = await builtWebApp()
  const script = built.match(/modulepreload"[^>]* href="(\/assets\/[^"]+\.js)"/)?.[1] ?? ''
  const plain = await shell.inject({ url: script })
  const packed = await shell.inject({ url: script, headers: { 'accept-encoding': 'br' } })
  expect(packed.headers).toMatchObject({
    'content-encoding': 'br',
    'cache-control': 'public, max-age=31536000, immutable',
  })
  expect(brotliDecompressSync(packed.rawPayload).equals(plain.rawPayload)).toBe(true)
})

test('scripts leave out what only the server reads of the contract, and no screen reads it', async () => {
  await builtWebApp()
  const files = (await readdir('dist/assets')).filter((name) => name.endsWith('.js'))
  const scripts = await Promise.all(files.map((name) => readFile(`dist/assets/${name}`, 'utf8')))
  expect(scripts.join('')).toContain('/api/login')
  const serverOnly = /\b(?:(?:summary|harmless):\s*["'`]|querystring:|response:\s*\{\s*(?:200|\.\.\.))/
  expect(files.filter((_, place) => serverOnly.test(scripts[place] ?? ''))).toEqual([])
  const screens = readSources().filter(({ file }) => file.startsWith('web/'))
  const left = /\.schema\.(?!response\b)|\bconfig\.(?:withoutStepUp|consequence|closedWhileViewing|serves|refuses)\b/
  expect(screens.filter(({ text }) => left.test(text)).map(({ file }) => file)).toEqual([])
})

test('no script of the page starts before the first frame', async () => {
  const { page: built } = await builtWebApp()
  expect(built).not.toMatch(/<script[^>]* src=/)
  expect(built.match(/requestAnimationFrame\(function \(\) \{\s*setTimeout\(start\)/)).not.toBeNull()
})

/** The scripts of index.html, which every screen runs, and those that it asks for ahead, by screen. */
async function scriptsByScreen() {
  const { page: built } = await builtWebApp()
  const entry = Array.from(built.matchAll(/modulepreload"[^>]* href="([^"]+\.js)"/g), ([, file = '']) => file)
  const screens: Record<string, string[]> = JSON.parse(built.match(/\{"\/auth":.*?\]\}/)?.[0] ?? '')
  return Object.entries(screens).map(([screen, files]) => [screen, [...entry, ...files]] as const)
}

test('the portal can be installed, under its own name', async () => {
  const answer = await shell.inject({ url: '/manifest.webmanifest' })
  expect(answer.headers['content-type']).toBe('application/manifest+json; charset=utf-8')
  const { name, icons, start_url, display } = answer.json<{
    name: string
    start_url: string
    display: string
    icons: { src: string }[]
  }>()
  expect({ name, start_url, display }).toEqual({
    name: platform.config.productName,
    start_url: '/',
    display: 'standalone',
  })
  for (const { src } of [...icons, { src: '/apple-touch-icon.png' }]) {
    const icon = await shell.inject({ url: src })
    expect([src, icon.statusCode, icon.headers['content-type']]).toEqual([src, 200, 'image/png'])
  }
})

/** Kilobytes, compressed. */
const BUDGET = 175
const BUDGETS: Record<string, number> = { '/auth': 108, '/': 145 }

test('a screen asks for few scripts before it is shown', async () => {
  const screens = await scriptsByScreen()
  expect(screens.length).toBeGreaterThan(15)
  for (const [screen, files] of screens) {
    const sizes = await Promise.all(files.map(async (file) => (await stat(`dist${file}.gz`)).size))
    const kB = sizes.reduce((sum, size) => sum + size, 0) / 1000
    expect([screen, files.length]).toEqual([screen, expect.toSatisfy((count: number) => count <= 15)])
    expect([screen, kB]).toEqual([screen, expect.toSatisfy((size: number) => size <= (BUDGETS[screen] ?? BUDGET))])
  }
})
