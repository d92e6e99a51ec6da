import type { Page } from '@playwright/test'
import { SEED_PASSWORD } from '#demo/rows/users.ts'
import { card, expect, toastOf } from './fixtures.ts'

/** The browser's own authenticator in software. It answers every prompt at once, as long as it can verify the user. */
export async function addAuthenticator(page: Page) {
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('WebAuthn.enable')
  const { authenticatorId } = await devtools.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
  return {
    recognizesUser: (isUserVerified: boolean) =>
      devtools.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified }),
    /** Otherwise its prompt stays open. */
    answersAtOnce: (enabled: boolean) =>
      devtools.send('WebAuthn.setAutomaticPresenceSimulation', { authenticatorId, enabled }),
    passkeys: async () => (await devtools.send('WebAuthn.getCredentials', { authenticatorId })).credentials,
  }
}

export const addingDialog = (page: Page) => page.getByRole('dialog', { name: 'Add a passkey' })

/** Up to the dialog with the password filled in. */
export async function startAddingPasskey(page: Page) {
  await page.goto('/account')
  await fillAddingDialog(page)
}

export async function fillAddingDialog(page: Page) {
  await card(page, 'Passkeys').getByRole('button', { name: 'Add passkey' }).click()
  await addingDialog(page).getByLabel('Current password').fill(SEED_PASSWORD)
}

export async function addPasskey(page: Page) {
  await startAddingPasskey(page)
  await page.keyboard.press('Enter')
  await expect(toastOf(page)).toContainText('Passkey added')
  await expect(addingDialog(page)).toHaveCount(0)
}
