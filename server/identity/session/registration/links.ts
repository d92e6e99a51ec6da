import { LINK_EXPIRED } from '#contract/identity/session.ts'
import type { Database } from '#server/database/database.ts'
import {
  findToken,
  insertToken,
  lockAccount,
  takeToken,
  TOKEN_PURPOSES,
  type TokenPurpose,
} from '#server/identity/session/queries.ts'
import { newToken, sha256 } from '#server/platform/hashing.ts'
import { badRequest } from '#server/platform/http/errors.ts'

/** `giveAccess`: they set a password or an address. `goToAddress`: they are sent to the account's own address. */
const links: Record<TokenPurpose, { giveAccess: boolean; goToAddress: boolean }> = {
  'password-reset': { giveAccess: true, goToAddress: true },
  'email-verification': { giveAccess: false, goToAddress: true },
  'email-change': { giveAccess: true, goToAddress: false },
}

/** Those that give access end with it, and those sent to the address when it changes. */
export const linksThat = (property: keyof (typeof links)[TokenPurpose]) =>
  TOKEN_PURPOSES.filter((purpose) => links[purpose][property])

type Link = { userId: string; purpose: TokenPurpose; minutes: number; email?: string }

export async function issueLink(tx: Database, link: Link) {
  const token = newToken()
  await insertToken(tx, { ...link, tokenHash: sha256(token) })
  return token
}

/** Uses up a link. Returns its locked account, and its address if any. */
export async function redeem(tx: Database, purposes: TokenPurpose[], token: string) {
  const link = await takeLink(tx, purposes, sha256(token))
  if (!link) throw badRequest(LINK_EXPIRED)
  return link
}

/** Like `redeem`, but undefined if the link is used or not valid. */
export async function takeLink(tx: Database, purposes: TokenPurpose[], tokenHash: Buffer) {
  const found = await findToken(tx, purposes, tokenHash)
  const account = found && (await lockAccount(tx, found.userId))
  // The account before the link, in the same order as ending links.
  const taken = account && (await takeToken(tx, purposes, tokenHash))
  return taken && { account, email: taken.email, expiresAt: taken.expiresAt }
}
