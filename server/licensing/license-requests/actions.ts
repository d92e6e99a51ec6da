import type * as z from 'zod/mini'
import { fullName } from '#contract/identity/session.ts'
import { NO_SUBSCRIPTION } from '#contract/licensing/changes.ts'
import {
  ONLY_CUSTOMERS_REQUEST,
  isUndecided,
  mostFewer,
  tooManyFewer,
  whyNotAtPeriodEnd,
  type Approval,
  type Effective,
  type LicenseRequestDraft,
  type ReductionDraft,
  type Refusal,
} from '#contract/licensing/license-requests.ts'
import type { ActionOn } from '#contract/operations/audit/audit-actions.ts'
import { addSeats, notifyRequestDecided, notifyLicensesRequested } from '#server/billing/public.ts'
import type { Database } from '#server/database/database.ts'
import { lockOrganizationForShare, refuseSuspended } from '#server/domain/organizations.ts'
import { findActiveUser } from '#server/domain/users.ts'
import { wantsMail } from '#server/identity/public.ts'
import type { Actor } from '#server/platform/actor.ts'
import { audit, type Changes } from '#server/platform/audit.ts'
import type { SessionUser } from '#server/platform/http/access.ts'
import { conflict, forbidden, notFound } from '#server/platform/http/errors.ts'
import type { Platform } from '#server/platform/platform.ts'
import { findRequestForAdmin, decideRequest, findRequest, findSeats, insertRequest, lockRequest } from './queries.ts'

/** Stores the request and emails sales. A subscription is not required. */
export const requestLicenses = (platform: Platform, actor: Actor, user: SessionUser, draft: LicenseRequestDraft) =>
  storeRequest(platform, actor, user, draft)

/** Refuses more than the organization can give back: it would fail at the end of the period. */
export const requestReduction = (
  platform: Platform,
  actor: Actor,
  user: SessionUser,
  { fewerLicenses, ...draft }: ReductionDraft,
) =>
  storeRequest(platform, actor, user, { ...draft, additionalLicenses: -fewerLicenses }, async (tx, organizationId) => {
    const seats = await findSeats(tx, organizationId)
    if (!seats) throw conflict(NO_SUBSCRIPTION)
    const refusal = whyNotAtPeriodEnd(seats) ?? (fewerLicenses > mostFewer(seats) && tooManyFewer(seats))
    if (refusal) throw conflict(refusal)
  })

type Check = (tx: Database, organizationId: string) => Promise<void>

async function storeRequest(
  platform: Platform,
  actor: Actor,
  user: SessionUser,
  draft: LicenseRequestDraft,
  check?: Check,
) {
  const { db, limits } = platform
  const { organizationId } = user
  if (!organizationId) throw forbidden(ONLY_CUSTOMERS_REQUEST)
  await limits.spend('license request by user', user.id)
  return db.transaction(async (tx) => {
    const organization = await lockOrganizationForShare(tx, organizationId)
    refuseSuspended(organization)
    await check?.(tx, organizationId)
    const { id } = await insertRequest(tx, { organizationId, userId: user.id, ...draft })
    await audit(tx, actor, {
      action: 'license-request.created',
      organizationId,
      subject: { kind: 'license-request', id },
      changes: { additionalLicenses: [null, draft.additionalLicenses] },
    })
    await notifyLicensesRequested(platform, tx, {
      id,
      ...draft,
      organization: organization.name,
      person: fullName(user),
    })
    return findRequest(tx, id)
  })
}

export async function readRequest(db: Database, id: string) {
  const request = await findRequestForAdmin(db, id)
  if (!request) throw notFound('License request')
  return request
}

/** Seats, decision and email in one transaction. */
export const approveRequest = (platform: Platform, actor: Actor, id: string, approval: z.infer<typeof Approval>) =>
  platform.db.transaction(async (tx) => {
    const request = await lockUndecided(tx, id)
    const { organizationId, additionalLicenses } = request
    const { effective } = approval
    await addSeats(platform, tx, actor, { organizationId, seats: additionalLicenses, ...approval })
    await decideRequest(tx, request, { status: 'approved', decidedBy: actor.id })
    await auditDecision(tx, actor, request, 'license-request.approved', {
      status: ['pending', 'approved'],
      effective: [null, effective],
    })
    await notifyRequester(platform, tx, request, { effective })
    return readRequest(tx, id)
  })

export const declineRequest = (platform: Platform, actor: Actor, id: string, { reason }: z.infer<typeof Refusal>) =>
  platform.db.transaction(async (tx) => {
    const request = await lockUndecided(tx, id)
    await decideRequest(tx, request, { status: 'declined', decidedBy: actor.id, reason })
    await auditDecision(tx, actor, request, 'license-request.declined', {
      status: ['pending', 'declined'],
      reason: [null, reason],
    })
    await notifyRequester(platform, tx, request, { reason })
    return readRequest(tx, id)
  })

type UndecidedRequest = Awaited<ReturnType<typeof lockUndecided>>

async function lockUndecided(tx: Database, id: string) {
  const request = await lockRequest(tx, id)
  if (!request) throw notFound('License request')
  if (!isUndecided(request)) throw conflict(`This request has already been ${request.status}.`)
  return request
}

const auditDecision = (
  tx: Database,
  actor: Actor,
  { id, organizationId }: UndecidedRequest,
  action: ActionOn<'license-request'>,
  changes: Changes,
) =>
  audit(tx, actor, {
    action,
    organizationId,
    subject: { kind: 'license-request', id },
    changes,
  })

async function notifyRequester(
  platform: Platform,
  tx: Database,
  { id, userId, additionalLicenses }: UndecidedRequest,
  decision: { effective: Effective } | { reason: string },
) {
  const to = await findActiveUser(tx, userId)
  if (!to || !(await wantsMail(tx, userId, 'license_requests'))) return
  await notifyRequestDecided(platform, tx, { id, to, additionalLicenses, ...decision })
}
