import { randomUUID } from 'node:crypto'
import { AWAITING_APPROVAL } from '#contract/identity/session.ts'
import { newDevice } from './device.ts'
import { expect, test, toastOf } from './fixtures.ts'

const DEMO_PASSWORD = 'portal-demo-2026'

test('the whole way of a license: registered, approved, subscribed, created, activated, revoked and restored', async ({
  browser,
  page,
  baseURL,
}, { outputDir }) => {
  test.slow()
  const unique = randomUUID().slice(0, 8)
  const applicant = { email: `thabo-${unique}@veld.example`, password: 'three elephants walk' }
  const organization = `Veld Instruments ${unique}`
  const uuid = randomUUID().toUpperCase()
  const name = `VELD-${unique.toUpperCase()}`

  await test.step('a visitor registers in three steps [R-SIGNUP-01]', async () => {
    await page.goto('/signup')
    await page.getByLabel('Organization Name').fill(organization)
    await page.getByLabel('Contact Email').fill(applicant.email)
    await page.getByLabel('First Name').fill('Thabo')
    await page.getByLabel('Last Name').fill('Mahlangu')
    await page.getByLabel('Username').fill(`thabo-${unique}`)
    await page.getByLabel('Password').fill(applicant.password)
    await page.getByRole('button', { name: 'Next' }).click()
    await page.getByRole('checkbox').check()
    await page.getByRole('button', { name: 'Submit Registration' }).click()
    await expect(page.getByRole('heading', { name: 'Registration Submitted' })).toBeVisible()
    await page.getByRole('button', { name: 'Go to Login Page' }).click()
  })

  const enter = async (target: typeof page, { email, password }: typeof applicant) => {
    await target.getByLabel('Email').fill(email)
    await target.getByLabel('Password').fill(password)
    await target.getByRole('button', { name: 'Sign In' }).click()
  }

  await test.step('and waits for approval [R-STATE-13]', async () => {
    await expect(page).toHaveURL(/\/auth$/)
    await enter(page, applicant)
    await expect(toastOf(page)).toContainText('Login failed')
    await expect(toastOf(page)).toContainText(AWAITING_APPROVAL)
  })

  const office = await browser.newContext()
  const admin = await office.newPage()
  await test.step('the outbox contains the emails to the applicant and to sales', async () => {
    await admin.goto('/auth')
    await enter(admin, { email: 'admin@example.com', password: DEMO_PASSWORD })
    await expect(admin).toHaveURL(/\/$/)
    await admin.goto('/outbox')
    // Other tests fill the first page.
    for (const sought of [applicant.email, 'New registration on Latchkey']) {
      await admin.getByRole('searchbox', { name: 'Search emails' }).fill(sought)
      await expect(admin.getByRole('table').getByText(sought).first()).toBeVisible()
    }
  })

  await test.step('the admin activates the account [R-AUSR-17]', async () => {
    await admin.goto('/admin/users')
    await admin.getByRole('searchbox').fill(applicant.email)
    await expect(admin.getByRole('table', { name: 'Users' }).getByRole('row')).toHaveCount(2)
    await admin.getByRole('button', { name: 'Activate Thabo Mahlangu' }).click()
    await admin.getByRole('dialog').getByRole('button', { name: 'Activate' }).click()
    await expect(toastOf(admin)).toContainText('User Activated')
    await expect(admin.getByRole('button', { name: 'Activate Thabo Mahlangu' })).toHaveCount(0)
  })

  await test.step('and gives the organization a subscription of two seats', async () => {
    await admin.goto('/admin/organizations')
    await admin.getByRole('searchbox').fill(organization)
    await expect(admin.getByRole('table', { name: 'Organizations' }).getByRole('row')).toHaveCount(2)
    await admin.getByRole('button', { name: `Actions for ${organization}` }).click()
    await admin.getByRole('menuitem', { name: 'Create Subscription' }).click()
    await admin.getByLabel('Price per License (ZAR)').fill('249.50')
    await admin.getByLabel('Number of Licenses').fill('2')
    await expect(admin.getByText('R499.00')).toBeVisible()
    await admin.getByRole('dialog').getByRole('button', { name: 'Create Subscription' }).click()
    await expect(toastOf(admin)).toContainText('Subscription Created')
  })

  await test.step('the org_admin signs in and creates licenses up to the limit [R-AUTH-17]', async () => {
    await enter(page, applicant)
    await expect(page).toHaveURL(/\/$/)
    await page.goto('/licenses')
    await expect(page.getByText('0 of 2')).toBeVisible()
    for (const label of ['Reception', 'Workshop']) {
      await page.getByRole('button', { name: 'Create License' }).first().click()
      const dialog = page.getByRole('dialog')
      await dialog.getByLabel('Label').fill(label)
      await dialog.getByRole('button', { name: 'Create License' }).click()
      await expect(dialog).toHaveAccessibleName(label)
      await page.keyboard.press('Escape')
      await expect(dialog).toHaveCount(0)
    }
    await expect(page.getByText('2 of 2')).toBeVisible()
  })

  const device = newDevice({ server: baseURL ?? '', uuid, name }, outputDir)
  const row = page.getByRole('row').filter({ hasText: 'Reception' })

  await test.step('a device activates, checks in and validates', async () => {
    const listed = await page.evaluate(async () => (await fetch('/api/licenses')).json())
    const { licenseKey } = (listed as { label: string; licenseKey: string }[]).find(
      ({ label }) => label === 'Reception',
    )!
    const activated = await device('activate', '--key', licenseKey)
    expect(activated).toEqual({ exitCode: 0, text: expect.stringContaining('valid') })
    expect((await device('check-in')).exitCode).toBe(0)
    expect((await device('validate')).exitCode).toBe(0)
  })

  await test.step('and the portal shows it: active, its name, its Windows, its last check-in', async () => {
    await page.reload()
    await expect(row).toContainText('Active')
    await expect(row).toContainText(name)
    await expect(row).toContainText('Windows 11 Pro 24H2')
    await expect(row).not.toContainText('Never')
  })

  await test.step('revoked, the device is locked; R-STATE-29 restored, it can be activated again [R-STATE-28]', async () => {
    await row.getByRole('button', { name: /revoke/i }).click()
    await page
      .getByRole('dialog')
      .or(page.getByRole('alertdialog'))
      .getByRole('button', { name: /revoke/i })
      .click()
    await expect(row).toContainText('Revoked')
    expect((await device('validate')).exitCode).toBe(1)
    await row.getByRole('button', { name: /restore/i }).click()
    const restore = page.getByRole('alertdialog').or(page.getByRole('dialog'))
    await restore.getByLabel(`Reserve it for ${name}`).check()
    await restore.getByRole('button', { name: /restore/i }).click()
    await expect(row).toContainText('Assigned')
    expect((await device('activate')).exitCode).toBe(0)
    expect((await device('deactivate')).exitCode).toBe(0)
  })

  await test.step('signing out ends the session on the server and empties the browser [R-STATE-04 R-STATE-06]', async () => {
    const cookies = await page.context().cookies()
    await page.getByRole('button', { name: /user menu/i }).click()
    await page.getByRole('menuitem', { name: 'Log out' }).click()
    await expect(page).toHaveURL(/\/auth$/)
    await expect(page.getByText(organization)).toHaveCount(0)
    const cookie = cookies.map(({ name: key, value }) => `${key}=${value}`).join('; ')
    const answer = await fetch(`${baseURL}/api/user`, { headers: { cookie } })
    expect(answer.status).toBe(401)
  })
  await office.close()
})
