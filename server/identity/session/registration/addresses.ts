import type { Database } from '#server/database/database.ts'
import { violates } from '#server/database/violations.ts'
import { as } from '#server/identity/session/actions.ts'
import { emailChanged } from '#server/identity/session/emails.ts'
import { redeem } from '#server/identity/session/passwords/recovery.ts'
import { deleteTokens, setAddress, verifyAddress } from '#server/identity/session/queries.ts'
import { aboutUser } from '#server/domain/users.ts'
import type { Actor } from '#server/platform/actor.ts'
import { audit } from '#server/platform/audit.ts'
import { conflict } from '#server/platform/http/errors.ts'
import type { Platform } from '#server/platform/platform.ts'

const TAKEN_MEANWHILE = 'Another account now uses this address. Your address was not changed.'

/** Confirms the account's address, or the one that replaces it. */
export async function confirmAddress(platform: Platform, actor: Actor, token: string) {
  const { db, limits } = platform
  await limits.spend('emailed link by address', actor.ip ?? '')
  await db.transaction(async (tx) => {
    const { account, email } = await redeem(tx, ['email-verification', 'email-change'], token)
    if (email) await moveTo(platform, tx, account, email)
    else await verifyAddress(tx, account.id)
    await audit(tx, as(actor, account), {
      action: email ? 'user.email-changed' : 'user.email-verified',
      ...aboutUser(account),
      ...(email && { changes: { email: [account.email, email] } }),
    })
  })
}

type Owner = { id: string; email: string; firstName: string }

async function moveTo(
  { config, mailer }: Platform,
  tx: Database,
  { id, email: former, firstName }: Owner,
  email: string,
) {
  await setAddress(tx, id, email).catch((error: unknown) => {
    throw violates(error, 'users_email_unique') ? conflict(TAKEN_MEANWHILE) : error
  })
  await deleteTokens(tx, id, ['email-verification', 'password-reset'])
  await mailer.queue(tx, emailChanged({ config, to: former, firstName, email }))
}
