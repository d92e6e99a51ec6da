import { makeLicense } from '#demo/rows/licenses.ts'
import { card, expect, test } from './fixtures.ts'
import { settled } from './settled.ts'

for (const [screen, read, shown] of [
  ['/licenses', '/api/licenses/usage', 'Your Licenses'],
  ['/licenses', '/api/billing', 'Your Licenses'],
  ['/licenses', '/api/licenses/tags', 'Your Licenses'],
  ['/licenses', '/api/licenses/silent', 'Your Licenses'],
  ['/licenses', '/api/licenses', 'License Usage'],
  ['/billing', '/api/license-requests', 'Current Subscription'],
  ['/', '/api/dashboard/attention', 'Quick Actions'],
] as const)
  test(`${screen} shows what it can when ${read} fails, and does not ask again and again`, async ({
    page,
    signIn,
    db,
  }) => {
    const { organizationId } = await signIn()
    await makeLicense(db, { organizationId, label: 'Front desk' })
    let asked = 0
    await page.route(
      ({ pathname }) => pathname === read,
      (route) => {
        asked++
        return route.fulfill({ status: 500, json: { message: 'Broken' } })
      },
    )
    await page.goto(screen)
    await expect(card(page, shown)).toBeVisible()
    await settled(page)
    await expect(card(page, shown)).toBeVisible()
    expect(asked).toBe(1)
  })
