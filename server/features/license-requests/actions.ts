import type * as z from 'zod/mini'
import {
  ONLY_CUSTOMERS_REQUEST,
  isUndecided,
  type Approval,
  type LicenseRequestDraft,
  type Refusal,
} from '#contract/license-requests.ts'
import { ORGANIZATION_SUSPENDED } from '#contract/licenses.ts'
import { fullName } from '#contract/user.ts'
import type { Database } from '#server/database/database.ts'
import { wantsMail } from '#server/features/account/actions.ts'
import { addSeats } from '#server/features/subscriptions/seats.ts'
import type { SessionUser } from '#server/platform/access.ts'
import type { Actor } from '#server/platform/actor.ts'
import { audit } from '#server/platform/audit.ts'
import { conflict, forbidden, notFound } from '#server/platform/errors.ts'
import type { Letter } from '#server/platform/mailer.ts'
import type { Platform } from '#server/platform/platform.ts'
import { requestApproved, requestDeclined, requestForSales } from './letters.ts'
import { findRequestForAdmin } from './admin-queries.ts'
import { decideRequest, findRequest, findRequester, holdOrganization, insertRequest, lockRequest } from './queries.ts'

/** Stores the wish and tells sales. It needs no subscription: asking for one is a reason, too. */
export async function requestLicenses(
  { db, limits, mailer, config }: Platform,
  actor: Actor,
  user: SessionUser,
  draft: LicenseRequestDraft,
) {
  const { organizationId } = user
  if (!organizationId) throw forbidden(ONLY_CUSTOMERS_REQUEST)
  await limits.spend('license request by user', user.id)
  return db.transaction(async (tx) => {
    const { name: organization, suspendedAt } = await holdOrganization(tx, organizationId)
    if (suspendedAt) throw forbidden(ORGANIZATION_SUSPENDED)
    const { id } = await insertRequest(tx, { organizationId, userId: user.id, ...draft })
    await audit(tx, actor, {
      action: 'license-request.created',
      organizationId,
      subject: { kind: 'license-request', id },
      changes: { additionalLicenses: [null, draft.additionalLicenses] },
    })
    await mailer.queue(tx, requestForSales(config, { id, ...draft, organization, person: fullName(user) }))
    return findRequest(tx, id)
  })
}

export async function readRequest(db: Database, id: string) {
  const request = await findRequestForAdmin(db, id)
  if (!request) throw notFound('License request')
  return request
}

/** The seats, the decision and the mail that tells of it: all of them or none. */
export const approveRequest = (
  { db, mailer, config }: Platform,
  actor: Actor,
  id: string,
  { effective }: z.infer<typeof Approval>,
) =>
  db.transaction(async (tx) => {
    const request = await holdUndecided(tx, id)
    const { organizationId, additionalLicenses } = request
    await addSeats(tx, actor, { organizationId, seats: additionalLicenses, effective })
    await decideRequest(tx, request, { status: 'approved', decidedBy: actor.id })
    await auditDecision(tx, actor, request, { status: ['pending', 'approved'], effective: [null, effective] })
    await tellRequester(tx, mailer, request, (to) => requestApproved(config, to, { additionalLicenses, effective }))
    return readRequest(tx, id)
  })

export const declineRequest = (
  { db, mailer, config }: Platform,
  actor: Actor,
  id: string,
  { reason }: z.infer<typeof Refusal>,
) =>
  db.transaction(async (tx) => {
    const request = await holdUndecided(tx, id)
    const { additionalLicenses } = request
    await decideRequest(tx, request, { status: 'declined', decidedBy: actor.id, reason })
    await auditDecision(tx, actor, request, { status: ['pending', 'declined'], reason: [null, reason] })
    await tellRequester(tx, mailer, request, (to) => requestDeclined(config, to, { additionalLicenses, reason }))
    return readRequest(tx, id)
  })

type Held = Awaited<ReturnType<typeof holdUndecided>>

async function holdUndecided(tx: Database, id: string) {
  const request = await lockRequest(tx, id)
  if (!request) throw notFound('License request')
  if (!isUndecided(request)) throw conflict(`This request has already been ${request.status}.`)
  return request
}

const auditDecision = (
  tx: Database,
  actor: Actor,
  { id, organizationId }: Held,
  changes: Record<string, [before: unknown, after: unknown]>,
) =>
  audit(tx, actor, {
    action: `license-request.${String(changes.status?.[1])}`,
    organizationId,
    subject: { kind: 'license-request', id },
    changes,
  })

type Recipient = Awaited<ReturnType<typeof findRequester>>

async function tellRequester(
  tx: Database,
  mailer: Platform['mailer'],
  { userId }: Held,
  write: (to: Recipient) => Letter,
) {
  if (await wantsMail(tx, userId, 'license_requests')) await mailer.queue(tx, write(await findRequester(tx, userId)))
}
