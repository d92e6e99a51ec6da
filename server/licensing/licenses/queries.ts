import { and, eq, inArray, isNull, ne, or, sql, type SQL } from 'drizzle-orm'
import type { License } from '#contract/licensing/licenses.ts'
import { later } from '#server/database/columns.ts'
import { first, only, type Database } from '#server/database/database.ts'
import { subscriptions } from '#server/database/schema/billing/subscriptions.ts'
import { organizations } from '#server/database/schema/identity/organizations.ts'
import { checkIns, licenses } from '#server/database/schema/licensing/licenses.ts'
import { lastCheckInOf } from '#server/domain/licenses.ts'
import { billingStatus } from '#server/domain/organizations.ts'
import { ownLive } from '#server/domain/subscriptions.ts'
import type { Scope } from '#server/platform/http/access.ts'

export type LicenseRow = typeof licenses.$inferSelect
type NewLicense = typeof licenses.$inferInsert
type Changes = { [Column in keyof NewLicense]?: NewLicense[Column] | SQL }

/** A scope whose organization may be a placeholder. */
export type AskedScope = 'all' | { organizationId: unknown }

export const inScope = (scope: AskedScope) =>
  scope === 'all' ? undefined : sql`${licenses.organizationId} = ${scope.organizationId}`

/** The form and the value of a prepared query. */
export const askedIn = (scope: Scope) =>
  scope === 'all' ? ({ form: 'all', organizationId: null } as const) : ({ form: 'own', ...scope } as const)

const oneOf = (scope: Scope, id: string) => and(inScope(scope), eq(licenses.id, id))

/** Columns of the contract. */
const shown = {
  id: licenses.id,
  label: licenses.label,
  description: licenses.description,
  tags: licenses.tags,
  licenseKey: licenses.licenseKey,
  status: licenses.status,
  deviceFingerprint: licenses.deviceFingerprint,
  deviceName: licenses.deviceName,
  deviceOs: licenses.deviceOs,
  billingStatus,
  lastCheckIn: checkIns.lastCheckIn,
  appVersion: checkIns.appVersion,
  offlineUntil: licenses.offlineUntil,
  organizationId: licenses.organizationId,
  organizationName: organizations.name,
  createdAt: licenses.createdAt,
  updatedAt: licenses.updatedAt,
} satisfies Record<keyof License, unknown>

export const selectShown = <Extra extends Record<string, SQL>>(db: Database, extra: Extra) =>
  db
    .select({ ...shown, ...extra })
    .from(licenses)
    .innerJoin(organizations, eq(organizations.id, licenses.organizationId))
    .leftJoin(subscriptions, ownLive)
    .leftJoinLateral(lastCheckInOf(db), sql`true`)

export const findShown = (db: Database, { organizationId, id }: LicenseRow) =>
  selectShown(db, {}).where(oneOf({ organizationId }, id)).then(only)

export const findShownAmong = (db: Database, scope: Scope, ids: string[]) =>
  selectShown(db, {}).where(and(inScope(scope), inArray(licenses.id, ids)))

export const findInScope = (db: Database, scope: Scope, id: string) =>
  selectShown(db, {}).where(oneOf(scope, id)).then(first)

/** For `in (…)`: the organizations of the licenses in scope. */
export const organizationsOf = (db: Database, scope: Scope, ids: string[]) =>
  db
    .select({ id: licenses.organizationId })
    .from(licenses)
    .where(and(inScope(scope), inArray(licenses.id, ids)))

export const lockLicense = (db: Database, scope: Scope, id: string) =>
  db.select().from(licenses).where(oneOf(scope, id)).for('update').then(first)

/** In the order of ids, like their organizations. */
export const lockLicenses = (db: Database, scope: Scope, ids: string[]) =>
  db
    .select()
    .from(licenses)
    .where(and(inScope(scope), inArray(licenses.id, ids)))
    .orderBy(licenses.id)
    .for('update')

export const insertLicenses = (db: Database, rows: (Omit<NewLicense, 'createdAt'> & { createdAt: SQL })[]) =>
  db.insert(licenses).values(rows).returning()

/** Writes only the given columns, so that concurrent edits of others survive. */
export const updateLicense = (db: Database, { organizationId, id }: LicenseRow, changes: Changes) =>
  db
    .update(licenses)
    .set({ ...changes, updatedAt: later(licenses.updatedAt) })
    .where(oneOf({ organizationId }, id))
    .returning()
    .then(only)

/** Columns of a license without a device. */
export const NO_DEVICE = {
  deviceFingerprint: null,
  fingerprintKey: null,
  deviceName: null,
  deviceOs: null,
  deviceTokenHash: null,
  activatedAt: null,
  offlineUntil: null,
}

type Binding = Pick<NewLicense, 'deviceFingerprint' | 'deviceName' | 'deviceOs' | 'deviceTokenHash' | 'activatedAt'> & {
  fingerprintKey: string
}

/** Activates the license on this device unless it is locked or in use. Of competing devices one gets a row. */
export const claimLicense = (db: Database, { organizationId, id }: LicenseRow, binding: Binding) =>
  db
    .update(licenses)
    .set({
      ...binding,
      lastFingerprintKey: binding.fingerprintKey,
      status: 'active',
      updatedAt: later(licenses.updatedAt),
    })
    .where(
      and(
        oneOf({ organizationId }, id),
        inArray(licenses.status, ['unassigned', 'assigned', 'active']),
        or(isNull(licenses.fingerprintKey), eq(licenses.fingerprintKey, binding.fingerprintKey)),
      ),
    )
    .returning()
    .then(first)

/** The license that a device uses or has reserved. */
export const findByDevice = (db: Database, organizationId: string, fingerprintKey: string) =>
  db
    .select({
      id: licenses.id,
      label: licenses.label,
      licenseKey: licenses.licenseKey,
      status: licenses.status,
    })
    .from(licenses)
    .where(
      and(
        eq(licenses.organizationId, organizationId),
        eq(licenses.fingerprintKey, fingerprintKey),
        ne(licenses.status, 'revoked'),
      ),
    )
    .then(first)

export const deleteLicense = (db: Database, { organizationId, id }: LicenseRow) =>
  db.delete(licenses).where(oneOf({ organizationId }, id))

export const deleteCheckIn = (db: Database, { organizationId, id }: LicenseRow) =>
  db.delete(checkIns).where(and(eq(checkIns.organizationId, organizationId), eq(checkIns.licenseId, id)))

export const forgetCallers = (db: Database, { organizationId, id }: LicenseRow) =>
  db
    .update(checkIns)
    .set({ callers: [], returns: 0, returnedAt: null })
    .where(and(eq(checkIns.organizationId, organizationId), eq(checkIns.licenseId, id)))

export const millisecondsAgo = (count: number) => sql`now() - ${count} * interval '1 millisecond'`
