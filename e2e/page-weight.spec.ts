import type { APIRequestContext, Page, Request } from '@playwright/test'
import { eq } from 'drizzle-orm'
import { users } from '#server/database/schema/identity/users.ts'
import { expect, test } from './fixtures.ts'

type Limits = { scripts: number; requests: number }

/** Scripts in kB by gzip, requests without fonts, both for a first visit. */
const DASHBOARD: Limits = { scripts: 145, requests: 15 }
const SCREEN: Limits = { scripts: 175, requests: 23 }
const STAFF: Limits = { scripts: 180, requests: 32 }

const CUSTOMER = ['/licenses', '/billing', '/downloads', '/support', '/support?tab=documentation', '/team', '/account']
const AGENT = ['/support', '/customers', '/reports']
const ADMIN = [
  '/admin/overview',
  '/admin/organizations',
  '/admin/users',
  '/admin/billing',
  '/admin/files',
  '/admin/audit',
  '/outbox',
]

test('sign-in loads few scripts', async ({ page, request }) => {
  const { scripts, requests } = await loadOf(page, request, '/auth')
  expect(scripts).toBeLessThanOrEqual(108)
  expect(requests).toBeLessThanOrEqual(10)
})

test('a first visit to a customer’s screen makes few requests and loads few scripts', async ({
  page,
  request,
  signIn,
  db,
}) => {
  const [owner] = await db.select().from(users).where(eq(users.email, 'owner@acme.example'))
  await signIn({ organizationId: owner!.organizationId! })
  await expectWithin(page, request, ['/'], DASHBOARD)
  await expectWithin(page, request, CUSTOMER, SCREEN)
})

test('a first visit to an agent’s screen makes few requests and loads few scripts', async ({
  page,
  request,
  signIn,
}) => {
  await signIn({ role: 'agent' })
  await expectWithin(page, request, AGENT, STAFF)
})

test('a first visit to an admin’s screen makes few requests and loads few scripts', async ({
  page,
  request,
  signIn,
}) => {
  await signIn({ role: 'admin' })
  await expectWithin(page, request, ADMIN, STAFF)
})

async function expectWithin(page: Page, request: APIRequestContext, screens: string[], limits: Limits) {
  test.slow()
  for (const screen of screens) {
    const load = await loadOf(page, request, screen)
    expect(load.requests, `${screen}\n${load.addresses.join('\n')}`).toBeLessThanOrEqual(limits.requests)
    expect(load.scripts, screen).toBeLessThanOrEqual(limits.scripts)
  }
}

async function loadOf(page: Page, request: APIRequestContext, screen: string) {
  const addresses: string[] = []
  const note = (sent: Request) => addresses.push(sent.url())
  page.on('request', note)
  await page.goto(screen, { waitUntil: 'networkidle' })
  await expect(page.locator('[aria-busy=true]')).toHaveCount(0)
  page.off('request', note)
  const sizes = await Promise.all(
    addresses.filter((address) => address.endsWith('.js')).map((address) => gzipSize(request, address)),
  )
  expect(sizes.length).toBeGreaterThan(2)
  return {
    addresses,
    scripts: sizes.reduce((sum, size) => sum + size, 0) / 1000,
    requests: addresses.filter((address) => !address.endsWith('.woff2')).length,
  }
}

async function gzipSize(request: APIRequestContext, address: string) {
  const answer = await request.get(address, { headers: { 'accept-encoding': 'gzip' } })
  expect(answer.headers()['content-encoding']).toBe('gzip')
  return Number(answer.headers()['content-length'])
}
