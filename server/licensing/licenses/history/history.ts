import type { ActionOn } from '#contract/operations/audit-actions.ts'
import type { Database } from '#server/database/database.ts'
import type { LicenseRow } from '#server/licensing/licenses/queries.ts'
import type { Actor } from '#server/platform/actor.ts'
import { auditMany, changedFields } from '#server/platform/audit.ts'

/** The fields an audit row may show: never the key or a token. */
const told = (license: LicenseRow | undefined) => ({
  label: license?.label ?? null,
  description: license?.description ?? null,
  status: license?.status ?? null,
  deviceFingerprint: license?.deviceFingerprint ?? null,
  deviceName: license?.deviceName ?? null,
  deviceOs: license?.deviceOs ?? null,
})

type LicenseAction = ActionOn<'license'>

type Story = {
  license: LicenseRow
  before?: LicenseRow
  after?: LicenseRow
} & Circumstances

type Circumstances = {
  /** The name of the enrollment key that a device came with. */
  enrollmentKey?: string | undefined
  /** Whether the key was typed or kept, when the application says so. */
  activation?: string | undefined
  /** How this very device had lost the license before. */
  afterLoss?: string | undefined
}

/** Tells the license's history what became of it, in the transaction that did it. */
export const auditLicense = (tx: Database, actor: Actor, action: LicenseAction, story: Story) =>
  auditLicenses(tx, actor, action, [story])

/** The same of many, to which the same was done. */
export const auditLicenses = (tx: Database, actor: Actor, action: LicenseAction, stories: Story[]) =>
  auditMany(
    tx,
    actor,
    stories.map(({ license, before, after, ...circumstances }) => ({
      action,
      organizationId: license.organizationId,
      subject: { kind: 'license', id: license.id },
      changes: changedFields(told(before), { ...told(after), ...circumstances }),
    })),
  )
