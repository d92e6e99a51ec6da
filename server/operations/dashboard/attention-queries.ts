import { eq, inArray, sql } from 'drizzle-orm'
import type { AuditAction } from '#contract/operations/audit/audit-actions.ts'
import type { Attention, Checklist } from '#contract/operations/dashboard.ts'
import { isStaff } from '#contract/roles.ts'
import { only, type Database } from '#server/database/database.ts'
import { auditLog } from '#server/database/schema/audit.ts'
import { invoices } from '#server/database/schema/billing/invoices.ts'
import { subscriptions } from '#server/database/schema/billing/subscriptions.ts'
import { invitations } from '#server/database/schema/identity/invitations.ts'
import { organizations } from '#server/database/schema/identity/organizations.ts'
import { users } from '#server/database/schema/identity/users.ts'
import { licenses } from '#server/database/schema/licensing/licenses.ts'
import { together } from '#server/database/statements/together.ts'
import { today } from '#server/domain/calendar.ts'
import { isOutstanding, isOverdue } from '#server/domain/invoices.ts'
import { isLive } from '#server/domain/subscriptions.ts'
import { findRequests, readNews, readUsage, reportSilence } from '#server/licensing/public.ts'
import type { SessionUser } from '#server/platform/http/access.ts'
import { waitingTicketsOf } from '#server/support/public.ts'

type Member = SessionUser & { organizationId: string }

const NOTHING = {
  checklist: null,
  isSuspended: false,
  overdueInvoices: 0,
  oldestDue: null,
  waitingTickets: 0,
  silentDevices: 0,
  licenseRequests: [],
  usage: null,
  licenseNews: [],
}

const NEWEST_REQUESTS = { limit: 5 }

const NEWS = 3

/** Kept when their license is deleted. */
const RAN_ON_DEVICE: AuditAction[] = ['license.activated', 'license.enrolled', 'license.file-created']

export async function readAttention(db: Database, user: SessionUser): Promise<Attention> {
  const { organizationId, role, isEmailVerified } = user
  if (organizationId === null || isStaff(role)) return { ...NOTHING, isEmailVerified }
  const member = { ...user, organizationId }
  const [{ hasHadDevice, ...state }, { silent }, requests, usage, licenseNews] = await together(db, () =>
    Promise.all([
      findState(db, member),
      reportSilence(db, member),
      findRequests(db, member, NEWEST_REQUESTS),
      readUsage(db, { organizationId }),
      readNews(db, member, NEWS),
    ]),
  )
  const checklist = role === 'org_admin' && !hasHadDevice ? await readChecklist(db, member) : null
  const silentDevices = silent[0]?.count ?? 0
  return { ...state, silentDevices, isEmailVerified, checklist, licenseRequests: requests.rows, usage, licenseNews }
}

const findState = (db: Database, member: Member) =>
  db
    .select({
      isSuspended: sql<boolean>`${organizations.suspendedAt} is not null`,
      hasHadDevice: sql<boolean>`exists (
        select from ${licenses} where ${licenses.organizationId} = ${member.organizationId}
          and ${licenses.lastFingerprintKey} is not null)`,
      overdueInvoices: sql<number>`(
        select count(*)::int from ${invoices} where ${invoices.organizationId} = ${member.organizationId} and ${isOverdue})`,
      oldestDue: sql<string | null>`(
        select min(${invoices.dueDate})::text from ${invoices} where ${invoices.organizationId} = ${member.organizationId}
          and ${isOutstanding} and (${isOverdue} or ${invoices.dueDate} < ${today}))`,
      waitingTickets: waitingTicketsOf(member),
    })
    .from(organizations)
    .where(eq(organizations.id, member.organizationId))
    .then(only)

async function readChecklist(
  db: Database,
  { organizationId, isEmailVerified }: Pick<Member, 'organizationId' | 'isEmailVerified'>,
): Promise<Checklist | null> {
  const { hadDevice, ...facts } = await db
    .select({
      hadDevice: sql<boolean>`exists (
        select from ${auditLog} where ${auditLog.organizationId} = ${organizationId}
          and split_part(${auditLog.action}, '.', 1) = 'license' and ${inArray(auditLog.action, RAN_ON_DEVICE)})`,
      hasPlan: sql<boolean>`exists (
        select from ${subscriptions} where ${subscriptions.organizationId} = ${organizationId} and ${isLive})`,
      hasDownload: sql<boolean>`exists (
        select from ${auditLog} where ${auditLog.organizationId} = ${organizationId} and ${auditLog.action} = 'download.started')`,
      hasLicense: sql<boolean>`exists (select from ${licenses} where ${licenses.organizationId} = ${organizationId})`,
      hasColleague: sql<boolean>`(
        (select count(*) from ${users} where ${users.organizationId} = ${organizationId}) > 1
        or exists (select from ${invitations} where ${invitations.organizationId} = ${organizationId}))`,
      hasBillingAddress: sql<boolean>`${organizations.address} is not null`,
    })
    .from(organizations)
    .where(eq(organizations.id, organizationId))
    .then(only)
  return hadDevice ? null : { ...facts, isEmailVerified }
}
