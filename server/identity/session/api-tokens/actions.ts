import type { Scope } from '#contract/endpoint.ts'
import { NOT_YOUR_ROLE } from '#contract/errors.ts'
import {
  MAX_TOKENS,
  TOO_MANY_TOKENS,
  notGrantable,
  type ApiToken,
  type ApiTokenDraft,
} from '#contract/identity/api-tokens.ts'
import { canGrant, isScope } from '#contract/identity/scopes.ts'
import { isStaff, type Role } from '#contract/roles.ts'
import type { Database } from '#server/database/database.ts'
import { lockOrganization } from '#server/domain/organizations.ts'
import { lockSignedIn } from '#server/identity/session/verified.ts'
import type { Actor } from '#server/platform/actor.ts'
import { audit } from '#server/platform/audit.ts'
import { sha256 } from '#server/platform/hashing.ts'
import type { SessionUser } from '#server/platform/http/access.ts'
import { badRequest, conflict, forbidden, notFound } from '#server/platform/http/errors.ts'
import type { Platform } from '#server/platform/platform.ts'
import { readAddresses } from './allowed-addresses.ts'
import { apiTokenCreated } from './emails.ts'
import { countTokens, insertToken, revokeAllBy, revokeOne, selectTokens, type Owner } from './queries.ts'
import { newApiToken } from './secret.ts'

const ownerOf = ({ id, role, organizationId }: Pick<SessionUser, 'id' | 'role' | 'organizationId'>): Owner => ({
  userId: id,
  organizationId: isStaff(role) ? null : organizationId,
})

export async function listTokens(db: Database, user: SessionUser): Promise<ApiToken[]> {
  const rows = await selectTokens(db, ownerOf(user))
  return rows.map((token) => ({ ...token, scopes: token.scopes.filter(isScope) }))
}

const HINT = 4

export async function createToken(platform: Platform, actor: Actor, user: SessionUser, draft: ApiTokenDraft) {
  requireGrantable(user.role, draft.scopes)
  const allowedAddresses = readAddresses(draft.allowedAddresses)
  const owner = ownerOf(user)
  return platform.db.transaction(async (tx) => {
    await lockOwner(tx, user, owner)
    if ((await countTokens(tx, owner)) >= MAX_TOKENS) throw conflict(TOO_MANY_TOKENS)
    const token = newApiToken()
    const { name, scopes, expiresInDays: days } = draft
    const secret = { tokenHash: sha256(token), hint: token.slice(-HINT) }
    const { id } = await insertToken(tx, { ...owner, ...secret, name, scopes, allowedAddresses, days })
    await announce(platform, tx, user, name)
    await audit(tx, actor, {
      action: 'api-token.created',
      organizationId: owner.organizationId,
      subject: { kind: 'api-token', id },
      changes: {
        name: [null, name],
        scopes: [null, scopes.join(', ')],
        days: [null, days],
        ...(allowedAddresses.length > 0 && { allowedAddresses: [null, allowedAddresses.join(', ')] }),
      },
    })
    return { ...(await readToken(tx, user, id)), token }
  })
}

function requireGrantable(role: Role, scopes: Scope[]) {
  const refused = scopes.find((scope) => !canGrant(role, scope))
  if (refused) throw badRequest(notGrantable(refused), { scopes: notGrantable(refused) })
}

/** The organization before the user, so that its tokens do not change while they are counted. */
async function lockOwner(tx: Database, user: SessionUser, { organizationId }: Owner) {
  if (organizationId) await lockOrganization(tx, organizationId)
  const { role } = await lockSignedIn(tx, user)
  if (role !== user.role) throw forbidden(NOT_YOUR_ROLE)
}

function announce({ config, mailer }: Platform, tx: Database, { email, firstName, role }: SessionUser, name: string) {
  const page = isStaff(role) ? '/account' : '/team?tab=api-tokens'
  return mailer.queue(tx, apiTokenCreated({ config, to: email, firstName, name, page }))
}

async function readToken(tx: Database, user: SessionUser, id: string) {
  const token = (await listTokens(tx, user)).find((stored) => stored.id === id)
  if (!token) throw notFound('API token')
  return token
}

export const revokeToken = (db: Database, actor: Actor, user: SessionUser, id: string) =>
  db.transaction(async (tx) => {
    const revoked = await revokeOne(tx, ownerOf(user), id)
    if (!revoked) throw notFound('API token')
    await auditRevocation(tx, actor, revoked)
  })

/** With the access of their owner. Returns whether there were any. */
export async function revokeTokensBy(tx: Database, actor: Actor, userId: string) {
  const tokens = await revokeAllBy(tx, userId)
  for (const revoked of tokens) await auditRevocation(tx, actor, revoked)
  return tokens.length > 0
}

type RevokedToken = Awaited<ReturnType<typeof revokeAllBy>>[number]

const auditRevocation = (tx: Database, actor: Actor, { id, organizationId, name }: RevokedToken) =>
  audit(tx, actor, {
    action: 'api-token.revoked',
    organizationId,
    subject: { kind: 'api-token', id },
    changes: { name: [name, null] },
  })
