import type { Page } from '@playwright/test'
import { eq } from 'drizzle-orm'
import { recordMissing, SSO_EXPIRED, USE_SSO } from '#contract/identity/sso.ts'
import { SEED_PASSWORD, makeUser } from '#demo/rows/users.ts'
import type { Database } from '#server/database/database.ts'
import { invitations } from '#server/database/schema/identity/invitations.ts'
import { ssoConnections, ssoDomains } from '#server/database/schema/identity/sso.ts'
import { users } from '#server/database/schema/identity/users.ts'
import { newToken, sha256 } from '#server/platform/hashing.ts'
import { CLIENT, startIdentityProvider } from '#server/testing/identity/identity-provider.ts'
import { expect, expectAccessible, expectNoSidewaysScroll, test as base } from './fixtures.ts'

type Provider = Awaited<ReturnType<typeof startIdentityProvider>>

const test = base.extend<{ provider: Provider }>({
  provider: async ({ baseURL }, use) => {
    const provider = await startIdentityProvider({ redirectUri: `${baseURL}/auth/sso` })
    await use(provider)
    await provider.close()
  },
})

const card = (page: Page) => page.getByRole('region', { name: 'Single sign-on' })

const newDomain = () => `${crypto.randomUUID().slice(0, 8)}.example`

/** The DNS of this machine has no such record. */
const verify = (db: Database, domain: string) =>
  db.update(ssoDomains).set({ verifiedAt: new Date().toISOString() }).where(eq(ssoDomains.domain, domain))

async function connect(db: Database, organizationId: string, provider: Provider, isRequired = false) {
  const domain = newDomain()
  await db.insert(ssoConnections).values({ organizationId, issuer: provider.issuer, ...CLIENT, isRequired })
  await db.insert(ssoDomains).values({ organizationId, domain, recordValue: newToken() })
  await verify(db, domain)
  return domain
}

test('an administrator sets single sign-on up, tries it and requires it', async ({ page, db, signIn, provider }) => {
  const { userId } = await signIn()
  const domain = newDomain()
  const email = `owner@${domain}`
  await db.update(users).set({ email }).where(eq(users.id, userId))
  await page.goto('/team')
  await card(page).getByRole('button', { name: 'Set up' }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog).toContainText('/auth/sso')
  await dialog.getByLabel('Issuer').fill(`${provider.issuer}/.well-known/openid-configuration`)
  await dialog.getByLabel('Client ID').fill(CLIENT.clientId)
  await dialog.getByLabel('Client secret').fill(CLIENT.clientSecret)
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Set Up' }).click()
  await expect(card(page)).toContainText(provider.issuer)

  await card(page).getByRole('button', { name: 'Add domain' }).click()
  await dialog.getByLabel('Domain').fill(`@${domain.toUpperCase()}`)
  await dialog.getByRole('button', { name: 'Add' }).click()
  await expect(dialog).toContainText(`_sso-verification.${domain}`)
  await dialog.getByRole('button', { name: 'Verify' }).click()
  await expect(dialog.getByRole('alert')).toContainText(recordMissing(`_sso-verification.${domain}`))
  await verify(db, domain)
  await dialog.getByRole('button', { name: 'Verify' }).click()
  await expect(card(page)).toContainText('Verified')
  await expect(card(page).getByRole('button', { name: 'Require' })).toBeDisabled()

  await expect(card(page)).toContainText(`/auth?sso=${domain}`)

  await page.context().clearCookies()
  provider.signsIn('owner', { email, email_verified: true })
  await page.goto(`/auth?sso=${domain}&next=/team`)
  await expect(page.getByRole('main')).toContainText(`Sign in with your account at ${domain}`)
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Continue' }).click()
  await expect(page).toHaveURL(/\/team$/)
  await card(page).getByRole('button', { name: 'Require' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Require' }).click()
  await expect(card(page)).toContainText('Required')
  await expectAccessible(page)
  await page.setViewportSize({ width: 320, height: 640 })
  await expectNoSidewaysScroll(page)
})

test('each look for a record is announced, and closing returns the focus', async ({ page, db, signIn, provider }) => {
  const { organizationId } = await signIn()
  await connect(db, organizationId, provider)
  await page.goto('/team')
  const add = card(page).getByRole('button', { name: 'Add domain' })
  await add.click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Domain').fill(newDomain())
  await dialog.getByRole('button', { name: 'Add' }).click()
  const verifying = dialog.getByRole('button', { name: 'Verify' })
  await verifying.click()
  const refusal = dialog.getByRole('alert')
  await refusal.evaluate((element) => element.setAttribute('data-first', ''))
  await verifying.click()
  await expect(refusal).not.toHaveAttribute('data-first')
  await page.keyboard.press('Escape')
  await expect(add).toBeFocused()
})

test('where it is required, a new domain names its consequence', async ({ page, db, signIn, provider }) => {
  const { organizationId } = await signIn()
  await connect(db, organizationId, provider, true)
  await page.goto('/team')
  await card(page).getByRole('button', { name: 'Add domain' }).click()
  const dialog = page.getByRole('dialog')
  const domain = newDomain()
  await dialog.getByLabel('Domain').fill(domain)
  await dialog.getByRole('button', { name: 'Add' }).click()
  const consequence = 'Members with an address there can then no longer use a password or passkey'
  await expect(dialog).toContainText(consequence)
  await page.keyboard.press('Escape')
  await card(page)
    .getByRole('button', { name: `Verify ${domain}` })
    .click()
  await expect(dialog).toContainText(consequence)
})

test('a long domain does not widen the sign-in page', async ({ page }) => {
  const domain = `${'a'.repeat(60)}.example`
  await page.goto(`/auth?sso=${domain}`)
  await page.getByRole('button', { name: 'Continue' }).click()
  await expect(page.getByRole('alert')).toContainText(domain)
  await expectNoSidewaysScroll(page)
})

test('an administrator with an address elsewhere reads why they cannot try it', async ({
  page,
  db,
  signIn,
  provider,
}) => {
  const { organizationId, userId } = await signIn()
  const domain = await connect(db, organizationId, provider)
  await page.goto('/team')
  await expect(card(page)).toContainText('is at none of the verified domains')
  await db
    .update(users)
    .set({ email: `owner@${domain}` })
    .where(eq(users.id, userId))
  await page.reload()
  await expect(card(page)).toContainText('After the other steps, sign out')
  await expect(card(page)).not.toContainText('is at none of the verified domains')
})

test('a member signs in with their address', async ({ page, db, signIn, provider }) => {
  const { organizationId } = await signIn()
  await page.context().clearCookies()
  const domain = await connect(db, organizationId, provider)
  const { email } = await makeUser(db, { role: 'customer', organizationId, email: `member@${domain}` })
  provider.signsIn('member', { email, email_verified: true })
  await page.goto('/auth?next=/downloads')
  await page.getByLabel('Email').fill(email)
  await page.getByRole('button', { name: 'Single sign-on' }).click()
  await expect(page).toHaveURL(/\/downloads$/)
})

test('a member who must use it is led from the password to the identity provider', async ({
  page,
  db,
  signIn,
  provider,
}) => {
  const { organizationId } = await signIn()
  await page.context().clearCookies()
  const domain = await connect(db, organizationId, provider, true)
  const { email } = await makeUser(db, { role: 'customer', organizationId, email: `member@${domain}` })
  provider.signsIn('member', { email, email_verified: true })
  await page.goto('/auth')
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(SEED_PASSWORD)
  await page.getByRole('button', { name: 'Sign In', exact: true }).click()
  await expect(page.getByRole('alert')).toContainText(USE_SSO)
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Continue with single sign-on' }).click()
  await expect(page).toHaveURL(/:\d+\/$/)
  await page.goto('/account')
  await expect(page.getByRole('main')).toContainText(email)
})

test('an invited person joins with it, without a password', async ({ page, db, signIn, provider }) => {
  const { organizationId, userId, organization } = await signIn()
  await page.context().clearCookies()
  const domain = await connect(db, organizationId, provider)
  const [token, email] = [newToken(), `new@${domain}`]
  await db.insert(invitations).values({
    organizationId,
    email,
    role: 'customer',
    tokenHash: sha256(token),
    invitedBy: userId,
    expiresAt: '2099-01-01T00:00:00Z',
  })
  provider.signsIn('new', { email, email_verified: true, given_name: 'Thandi', family_name: 'Nkosi' })
  await page.goto(`/auth?invite=${token}`)
  await expect(page.getByRole('dialog', { name: `Join ${organization}` })).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Join with single sign-on' }).click()
  await expect(page).toHaveURL(/:\d+\/$/)
  await page.goto('/account')
  await expect(page.getByRole('main')).toContainText('Thandi Nkosi')
  await page.getByRole('button', { name: 'Change password' }).click()
  const field = page.getByRole('dialog').getByLabel('Current password')
  await expect(field).toHaveAccessibleDescription(/If you have none, sign out/)
  await expectAccessible(page)
})

test('a refusal, a used answer and an unknown domain lead back to the sign-in', async ({
  page,
  db,
  signIn,
  provider,
}) => {
  const { organizationId } = await signIn()
  await page.context().clearCookies()
  const domain = await connect(db, organizationId, provider)
  await page.goto('/auth')
  await page.getByRole('button', { name: 'Single sign-on' }).click()
  await expect(page.getByLabel('Email')).toHaveAccessibleDescription(/Invalid email address/)
  await page.getByLabel('Email').fill(`someone@${newDomain()}`)
  await page.getByRole('button', { name: 'Single sign-on' }).click()
  await expect(page.getByRole('alert')).toContainText('Single sign-on is not set up for addresses at')

  provider.signsIn(null)
  await page.getByLabel('Email').fill(`someone@${domain}`)
  await page.getByRole('button', { name: 'Single sign-on' }).click()
  await expect(page).toHaveURL(/\/auth\/sso$/)
  await expect(page.getByRole('alert')).toContainText('access_denied')
  await expectAccessible(page)

  await page.context().clearCookies()
  await page.goto(`/auth/sso/${organizationId}?code=used&state=used`)
  await expect(page.getByRole('alert')).toContainText(SSO_EXPIRED)
  await expect(page).toHaveURL(/\/auth\/sso$/)
  await page.getByRole('link', { name: 'Back to sign-in' }).click()
  await expect(page.getByLabel('Email')).toBeVisible()
})
