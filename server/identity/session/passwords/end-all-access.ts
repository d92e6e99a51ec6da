import type { Database } from '#server/database/database.ts'
import { unlinkSso } from '#server/domain/sso.ts'
import { endAccess } from '#server/identity/session/actions.ts'
import { revokeTokensBy } from '#server/identity/session/api-tokens/actions.ts'
import { deletePasskeysOf } from '#server/identity/session/queries.ts'
import { endInvitationsBy } from '#server/identity/session/registration/end-invitations.ts'
import type { Actor } from '#server/platform/actor.ts'

/** For an account that was lost or taken over: also ends API tokens, passkeys and open invitations, which its emails name, and the link to an identity provider. */
export async function endAllAccess(tx: Database, actor: Actor, userId: string) {
  const hadInvitations = await endInvitationsBy(tx, actor, userId)
  const hadPasskeys = (await deletePasskeysOf(tx, userId)).length > 0
  await unlinkSso(tx, userId)
  await endAccess(tx, userId)
  const hadTokens = await revokeTokensBy(tx, actor, userId)
  return { hadInvitations, hadPasskeys, hadTokens }
}
