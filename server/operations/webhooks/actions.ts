import { randomBytes } from 'node:crypto'
import { NOT_YOUR_ROLE } from '#contract/errors.ts'
import { audienceOf, isWebhookEvent } from '#contract/operations/audit/webhook-events.ts'
import {
  INVALID_URL,
  MAX_WEBHOOKS,
  SECRET_PREFIX,
  TOO_MANY_WEBHOOKS,
  notForYou,
  type Webhook,
  type WebhookChanges,
  type WebhookDraft,
} from '#contract/operations/webhooks.ts'
import type { ActionOn } from '#contract/operations/audit/audit-actions.ts'
import { isAdmin } from '#contract/roles.ts'
import type { Database } from '#server/database/database.ts'
import { lockSignedIn } from '#server/identity/public.ts'
import type { Actor } from '#server/platform/actor.ts'
import { audit, changedFields, type Changes } from '#server/platform/audit.ts'
import type { SessionUser } from '#server/platform/http/access.ts'
import { badRequest, conflict, forbidden, notFound } from '#server/platform/http/errors.ts'
import { reachOf, readTarget } from '#server/platform/http/outbound/targets.ts'
import type { Platform } from '#server/platform/platform.ts'
import {
  deleteWebhook,
  insertWebhook,
  lockAndCount,
  lockWebhook,
  replaceSecret,
  saveWebhook,
  selectWebhooks,
  type Owner,
} from './queries.ts'

export const ownerOf = ({ role, organizationId }: Pick<SessionUser, 'role' | 'organizationId'>): Owner =>
  isAdmin(role) ? null : organizationId

/** In full only for those who may change them. */
export async function listWebhooks(db: Database, user: SessionUser): Promise<Webhook[]> {
  const rows = await selectWebhooks(db, ownerOf(user))
  return user.apiToken || user.viewing ? rows.map((row) => ({ ...row, url: withoutPath(row) })) : rows
}

const withoutPath = ({ url }: Pick<Webhook, 'url'>) => `${new URL(url).origin}/…`

/** The only answer that contains the secret, beside that of a rotation. */
export async function createWebhook(platform: Platform, actor: Actor, user: SessionUser, draft: WebhookDraft) {
  const owner = ownerOf(user)
  requireAllowed(owner, draft.events)
  const url = await targetOf(platform, draft.url)
  return platform.db.transaction(async (tx) => {
    await requireStillOwner(tx, user)
    if ((await lockAndCount(tx, owner)) >= MAX_WEBHOOKS) throw conflict(TOO_MANY_WEBHOOKS)
    const secret = newSecret()
    const kept = { ...draft, url, organizationId: owner, secret: platform.seal.seal(secret) }
    const webhook = await insertWebhook(tx, kept)
    await auditWebhook(
      tx,
      actor,
      'webhook.created',
      { ...kept, id: webhook.id },
      { events: [null, eventWords(draft.events)] },
    )
    return { ...webhook, secret }
  })
}

/** As Standard Webhooks writes a symmetric key. */
const newSecret = () => `${SECRET_PREFIX}${randomBytes(32).toString('base64')}`

const targetOf = (platform: Platform, url: string) =>
  readTarget(url, reachOf(platform), { name: 'url', invalid: INVALID_URL }).then(({ href }) => href)

function requireAllowed(owner: Owner, events: WebhookDraft['events'] | undefined) {
  if (owner === null) return
  const refused = events?.find((event) => isWebhookEvent(event) && audienceOf(event) === 'vendor')
  if (refused) throw badRequest(notForYou(refused), { events: notForYou(refused) })
}

async function requireStillOwner(tx: Database, user: SessionUser) {
  const { role } = await lockSignedIn(tx, user)
  if (role !== user.role) throw forbidden(NOT_YOUR_ROLE)
}

export async function changeWebhook(
  platform: Platform,
  actor: Actor,
  user: SessionUser,
  id: string,
  { url, ...wanted }: WebhookChanges,
) {
  const owner = ownerOf(user)
  requireAllowed(owner, wanted.events)
  const target = url && (await targetOf(platform, url))
  return platform.db.transaction(async (tx) => {
    const before = await lockOwned(tx, owner, id)
    const changes = { ...wanted, ...(target && { url: target }), ...(wanted.isEnabled && { disabledReason: null }) }
    const after = await saveWebhook(tx, owner, id, changes)
    const audited = changedFields(auditedFields(before), auditedFields(after))
    if (Object.keys(audited).length > 0)
      await auditWebhook(tx, actor, 'webhook.updated', { ...after, organizationId: owner }, audited)
    return after
  })
}

export async function lockOwned(tx: Database, owner: Owner, id: string) {
  const webhook = await lockWebhook(tx, owner, id)
  if (!webhook) throw notFound('Webhook')
  return webhook
}

export const rotateSecret = ({ db, seal }: Platform, actor: Actor, user: SessionUser, id: string) =>
  db.transaction(async (tx) => {
    const owner = ownerOf(user)
    await requireStillOwner(tx, user)
    const before = await lockOwned(tx, owner, id)
    const secret = newSecret()
    const webhook = await replaceSecret(tx, owner, id, seal.seal(secret))
    await auditWebhook(tx, actor, 'webhook.secret-rotated', before)
    return { ...webhook, secret }
  })

export const removeWebhook = (db: Database, actor: Actor, user: SessionUser, id: string) =>
  db.transaction(async (tx) => {
    const owner = ownerOf(user)
    const webhook = await lockOwned(tx, owner, id)
    await deleteWebhook(tx, owner, id)
    await auditWebhook(tx, actor, 'webhook.deleted', webhook)
  })

const eventWords = (events: string[] | null) => events?.join(', ') ?? 'all'

type AuditedWebhook = { id: string; url: string; organizationId: Owner }

/** Without the path, which is a secret of some receivers. */
const hostOf = ({ url }: Pick<AuditedWebhook, 'url'>) => new URL(url).host

type Fields = Pick<Webhook, 'url' | 'description' | 'format' | 'events' | 'isEnabled'>

const auditedFields = ({ url, description, format, events, isEnabled }: Fields) => ({
  url: hostOf({ url }),
  description,
  format,
  events: eventWords(events),
  isEnabled,
})

export const auditWebhook = (
  tx: Database,
  actor: Actor,
  action: ActionOn<'webhook'>,
  webhook: AuditedWebhook,
  changes: Changes = {},
) =>
  audit(tx, actor, {
    action,
    organizationId: webhook.organizationId,
    subject: { kind: 'webhook', id: webhook.id },
    changes: { host: [null, hostOf(webhook)], ...changes },
  })
