import type { Database } from '#server/database/database.ts'
import { insertToken, type TokenPurpose } from '#server/identity/session/queries.ts'
import { newToken, sha256 } from '#server/platform/hashing.ts'

type Link = { userId: string; purpose: TokenPurpose; minutes: number; email?: string }

export async function issueLink(tx: Database, link: Link) {
  const token = newToken()
  await insertToken(tx, { ...link, tokenHash: sha256(token) })
  return token
}
