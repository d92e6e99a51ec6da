import type { Database } from '#server/database/database.ts'
import { deleteTokens, insertToken, type TokenPurpose } from '#server/identity/session/queries.ts'
import { newToken, sha256 } from '#server/platform/hashing.ts'

type Link = { userId: string; purpose: TokenPurpose; minutes: number; email?: string }

/** Returns the token of a new link. An earlier link of the same purpose stops working. */
export async function issueLink(tx: Database, link: Link) {
  const token = newToken()
  await insertToken(tx, { ...link, tokenHash: sha256(token) })
  return token
}

export const withdrawLink = (tx: Database, userId: string, purpose: TokenPurpose) => deleteTokens(tx, userId, [purpose])
