import { LINK_EXPIRED } from '#contract/identity/session.ts'
import type { Database } from '#server/database/database.ts'
import { violates } from '#server/database/violations.ts'
import { as } from '#server/identity/session/actions.ts'
import { emailChanged } from '#server/identity/session/emails.ts'
import {
  deleteTokens,
  hasConfirmed,
  keepConfirmedLink,
  setAddress,
  verifyAddress,
  type Account,
} from '#server/identity/session/queries.ts'
import { linksThat, takeLink } from '#server/identity/session/registration/links.ts'
import { refuseOtherDomain } from '#server/domain/sso.ts'
import { aboutUser } from '#server/domain/users.ts'
import type { Actor } from '#server/platform/actor.ts'
import { audit } from '#server/platform/audit.ts'
import { sha256 } from '#server/platform/hashing.ts'
import { badRequest, conflict } from '#server/platform/http/errors.ts'
import type { Platform } from '#server/platform/platform.ts'

const TAKEN_MEANWHILE = 'Another account now uses this address. Your address was not changed.'

/** Confirms the account's address, or the one that replaces it. A link that did this may be opened again. */
export async function confirmAddress(platform: Platform, actor: Actor, token: string) {
  const { db, limits } = platform
  await limits.spend('emailed link by address', actor.ip ?? '')
  const tokenHash = sha256(token)
  await db.transaction(async (tx) => {
    const link = await takeLink(tx, ['email-verification', 'email-change'], tokenHash)
    if (link) await confirm(platform, tx, actor, { ...link, tokenHash })
    else if (!(await hasConfirmed(tx, tokenHash))) throw badRequest(LINK_EXPIRED)
  })
}

type Link = { tokenHash: Buffer; account: Account; email: string | null; expiresAt: string }

async function confirm(platform: Platform, tx: Database, actor: Actor, { tokenHash, account, email, expiresAt }: Link) {
  if (email) await moveTo(platform, tx, account, email)
  else await verifyAddress(tx, account.id)
  await keepConfirmedLink(tx, { tokenHash, userId: account.id, email: email ?? account.email, expiresAt })
  await audit(tx, as(actor, account), {
    action: email ? 'user.email-changed' : 'user.email-verified',
    ...aboutUser(account),
    ...(email && { changes: { email: [account.email, email] } }),
  })
}

async function moveTo({ config, mailer }: Platform, tx: Database, account: Account, email: string) {
  const { id, email: former, firstName } = account
  await refuseOtherDomain(tx, account, email)
  await setAddress(tx, id, email).catch((error: unknown) => {
    throw violates(error, 'users_email_unique') ? conflict(TAKEN_MEANWHILE) : error
  })
  await deleteTokens(tx, id, linksThat('goToAddress'))
  await mailer.queue(tx, emailChanged({ config, to: former, firstName, email }))
}
