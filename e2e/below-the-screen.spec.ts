import type { Role } from '#contract/roles.ts'
import { expect, test } from './fixtures.ts'
import { settled } from './settled.ts'

/** Pixels, for fractions of a line. */
const MOST = 4

const cards: { role: Role; path: string; read: RegExp; title: string; empty: string }[] = [
  {
    role: 'org_admin',
    path: '/licenses',
    read: /\/api\/enrollment-keys\?/,
    title: 'Enrollment Keys',
    empty: 'No enrollment keys yet.',
  },
  {
    role: 'admin',
    path: '/admin/users?search=no-such-user',
    read: /\/api\/admin\/blocked-domains\?/,
    title: 'Blocked Domains',
    empty: 'No blocked domains.',
  },
]

for (const { role, path, read, title, empty } of cards)
  test(`the end of ${path} stays where it is while ${title} load`, async ({ page, signIn }) => {
    await page.setViewportSize({ width: 1280, height: 400 })
    const answer = Promise.withResolvers<void>()
    await page.route(read, async (route) => {
      await answer.promise
      await route.fulfill({ response: await route.fetch(), json: [] })
    })
    await signIn({ role })
    await page.goto(path)
    await settled(page)
    const height = () => page.evaluate(() => document.body.scrollHeight)
    const placed = await height()
    await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight))
    await expect(page.getByRole('heading', { name: title })).toBeVisible()
    expect(Math.abs((await height()) - placed)).toBeLessThan(MOST)
    answer.resolve()
    await expect(page.getByText(empty)).toBeVisible()
    expect(Math.abs((await height()) - placed)).toBeLessThan(MOST)
  })
