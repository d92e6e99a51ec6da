import type { HistoryField } from '#contract/licensing/history.ts'
import type { ActionOn } from '#contract/operations/audit/audit-actions.ts'
import type { Database } from '#server/database/database.ts'
import type { LicenseRow } from '#server/licensing/licenses/queries.ts'
import type { Actor } from '#server/platform/actor.ts'
import { auditMany, changedFields } from '#server/platform/audit.ts'

type AuditedField = Exclude<HistoryField, keyof Circumstances | 'fileDevice' | 'fileExpiresAt'>

/** Fields for the audit log, without key and token. */
const auditedFields = (license: LicenseRow | undefined): Record<AuditedField, string | null> => ({
  label: license?.label ?? null,
  description: license?.description ?? null,
  tags: license?.tags.join(', ') || null,
  status: license?.status ?? null,
  deviceFingerprint: license?.deviceFingerprint ?? null,
  deviceName: license?.deviceName ?? null,
  deviceOs: license?.deviceOs ?? null,
})

type LicenseAction = ActionOn<'license'>

type LicenseChange = {
  license: LicenseRow
  before?: LicenseRow
  after?: LicenseRow
} & Circumstances

type Circumstances = {
  enrollmentKey?: string | undefined
  activation?: string | undefined
  afterLoss?: string | undefined
}

export const auditLicense = (tx: Database, actor: Actor, action: LicenseAction, change: LicenseChange) =>
  auditLicenses(tx, actor, action, [change])

export const auditLicenses = (tx: Database, actor: Actor, action: LicenseAction, changes: LicenseChange[]) =>
  auditMany(
    tx,
    actor,
    changes.map(({ license, before, after, ...circumstances }) => ({
      action,
      organizationId: license.organizationId,
      subject: { kind: 'license', id: license.id },
      changes: {
        ...changedFields(auditedFields(before), auditedFields(after)),
        ...changedFields(null, circumstances),
      },
    })),
  )
