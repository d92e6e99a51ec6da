import type { Endpoint, Scope } from '#contract/endpoint.ts'
import { isStaff } from '#contract/roles.ts'
import { apiTokens } from '#server/database/schema/identity/api-tokens.ts'
import { newApiToken } from '#server/identity/session/api-tokens/secret.ts'
import { sha256 } from '#server/platform/hashing.ts'
import { caller, db, inDays, stranger, type Person } from '#server/testing/testing.ts'

type Facts = Partial<typeof apiTokens.$inferInsert>

/** A program that calls with an API token of this person. */
export async function withToken({ user, organizationId }: Person, scopes: readonly Scope[], facts: Facts = {}) {
  const token = newApiToken()
  const [row] = await db
    .insert(apiTokens)
    .values({
      userId: user.id,
      organizationId: isStaff(user.role) ? null : organizationId,
      name: 'Nightly export',
      tokenHash: sha256(token),
      hint: token.slice(-4),
      scopes: [...scopes],
      allowedAddresses: [],
      expiresAt: inDays(90),
      ...facts,
    })
    .returning()
  return { token, id: row!.id, call: bearer(token) }
}

export const bearer = (token: string, from = stranger()) => {
  const { call } = caller({ ip: from.ip, ...(from.cookie && { cookie: from.cookie }) })
  return <E extends Endpoint>(endpoint: E, { headers, ...input }: Parameters<typeof call>[1] = {}) =>
    call(endpoint, { ...input, headers: { ...headers, authorization: `Bearer ${token}` } })
}
