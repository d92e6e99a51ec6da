import type { Database } from '#server/database/database.ts'
import type { Actor } from '#server/platform/actor.ts'
import { audit } from '#server/platform/audit.ts'
import { revokeInvitationsBy } from './invitation-queries.ts'

/** Returns whether any was still open. */
export async function endInvitationsBy(tx: Database, actor: Actor, userId: string) {
  const ended = await revokeInvitationsBy(tx, userId)
  for (const { id, organizationId, email } of ended) {
    await audit(tx, actor, {
      action: 'invitation.revoked',
      organizationId,
      subject: { kind: 'invitation', id },
      changes: { email: [email, null] },
    })
  }
  return ended.some(({ expiresAt }) => Date.parse(expiresAt) > Date.now())
}
