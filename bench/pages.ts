import { execFile } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { session } from '#contract/identity/session.ts'
import { freePort, spawnServer } from '#server/testing/platform/server-process.ts'
import { findBrowser } from '../scripts/browser.mjs'
import { circumstances, markdown, type Column } from './report.ts'

// Usage: npm run bench:pages [-- ROUNDS [PATH …]]. Lighthouse's phone opens every screen of a demo that has just started.

const LIGHTHOUSE = 'lighthouse@13.5.0'

const PASSWORD = 'portal-demo-2026'

const SCREENS: [user: string, paths: string[]][] = [
  ['', ['/auth']],
  [
    'owner@acme.example',
    ['/', '/licenses', '/billing', '/downloads', '/support', '/support?tab=documentation', '/team', '/account'],
  ],
  ['agent@example.com', ['/', '/support', '/customers', '/reports']],
  [
    'admin@example.com',
    [
      '/admin/overview',
      '/admin/organizations',
      '/admin/users',
      '/admin/billing',
      '/admin/files',
      '/admin/audit',
      '/outbox',
    ],
  ],
]

const run = promisify(execFile)

const [rounds = '3', ...only] = process.argv.slice(2)
const undo: (() => Promise<unknown>)[] = []
try {
  const folder = await mkdtemp(path.join(tmpdir(), 'latchkey-pages-'))
  undo.push(() => rm(folder, { recursive: true, force: true }))
  await run('npm', ['install', '--no-save', '--prefix', folder, LIGHTHOUSE])
  const portal = spawnServer({
    DATA_DIR: path.join(folder, 'data'),
    PORT: String(await freePort()),
    DRAIN_SECONDS: '0',
  })
  undo.push(() => portal.kill('SIGTERM'))
  await portal.answers('/health/ready', 200)
  console.log(`\n${circumstances()}, ${rounds} rounds\n\n${markdown(columns(), await measure(folder, portal.url))}`)
} finally {
  for (const step of undo.toReversed()) await step()
}

type Page = { user: string; screen: string; figures: Figures[] }
type Figures = { score: number; lcp: number; tbt: number; cls: number; requests: number; bytes: number }

async function measure(folder: string, url: string) {
  const pages: Page[] = []
  for (const [user, paths] of SCREENS) {
    const cookie = user && (await signIn(url, user))
    for (const screen of paths.filter((name) => only.length === 0 || only.includes(name))) {
      console.log(`Measuring ${screen} …`)
      const page: Page = { user: user.split('@')[0] ?? '', screen, figures: [] }
      for (let round = 0; round < Number(rounds); round++) page.figures.push(await open(folder, url + screen, cookie))
      pages.push(page)
    }
  }
  return pages
}

async function signIn(url: string, email: string) {
  const headers = { 'content-type': 'application/json', origin: url }
  const body = JSON.stringify({ email, password: PASSWORD })
  const answer = await fetch(url + session.login.url, { method: 'POST', headers, body })
  if (!answer.ok) throw new Error(`${email} cannot sign in: ${answer.status}`)
  return answer.headers
    .getSetCookie()
    .map((line) => line.split(';')[0])
    .join('; ')
}

type Report = {
  categories: { performance: { score: number } }
  audits: Record<string, { numericValue?: number; details?: { items: { transferSize?: number }[] } }>
}

async function open(folder: string, address: string, cookie: string): Promise<Figures> {
  const { stdout } = await run(
    path.join(folder, 'node_modules/.bin/lighthouse'),
    [
      address,
      '--quiet',
      '--output=json',
      '--only-categories=performance',
      '--chrome-flags=--headless --no-sandbox --disable-gpu --disable-background-networking --no-first-run',
      ...(cookie ? [`--extra-headers=${JSON.stringify({ cookie })}`] : []),
    ],
    { env: { ...process.env, CHROME_PATH: findBrowser() }, maxBuffer: 64 * 2 ** 20 },
  )
  const { categories, audits } = JSON.parse(stdout) as Report
  const value = (audit: string) => audits[audit]?.numericValue ?? Number.NaN
  const requests = audits['network-requests']?.details?.items ?? []
  return {
    score: categories.performance.score * 100,
    lcp: value('largest-contentful-paint'),
    tbt: value('total-blocking-time'),
    cls: value('cumulative-layout-shift'),
    requests: requests.length,
    bytes: requests.reduce((sum, { transferSize = 0 }) => sum + transferSize, 0),
  }
}

function median(numbers: number[]) {
  return numbers.toSorted((one, other) => one - other)[Math.floor(numbers.length / 2)] ?? 0
}

function columns(): Column<Page>[] {
  const figure = (name: keyof Figures) => (page: Page) => median(page.figures.map((figures) => figures[name]))
  return [
    ['screen', ({ screen }) => screen],
    ['user', ({ user }) => user],
    ['score', (page) => figure('score')(page).toFixed(0)],
    ['LCP s', (page) => (figure('lcp')(page) / 1000).toFixed(1)],
    ['TBT ms', (page) => figure('tbt')(page).toFixed(0)],
    ['CLS', (page) => figure('cls')(page).toFixed(3)],
    ['requests', (page) => figure('requests')(page).toFixed(0)],
    ['kB', (page) => (figure('bytes')(page) / 1000).toFixed(0)],
  ]
}
