import type { Database } from '#server/database/database.ts'
import type { Actor } from '#server/platform/actor.ts'
import { audit, changedFields } from '#server/platform/audit.ts'
import type { LicenseRow } from './queries.ts'

/** The fields an audit row may show: never the key or a token. */
const told = (license: LicenseRow | undefined) => ({
  label: license?.label ?? null,
  description: license?.description ?? null,
  status: license?.status ?? null,
  deviceFingerprint: license?.deviceFingerprint ?? null,
  deviceName: license?.deviceName ?? null,
  deviceOs: license?.deviceOs ?? null,
})

type Story = {
  license: LicenseRow
  before?: LicenseRow
  after?: LicenseRow
  /** The name of the enrollment key that a device came with. */
  enrollmentKey?: string | undefined
}

/** Tells the license's history what became of it, in the transaction that did it. */
export const auditLicense = (tx: Database, actor: Actor, verb: string, { license, enrollmentKey, ...states }: Story) =>
  audit(tx, actor, {
    action: `license.${verb}`,
    organizationId: license.organizationId,
    subject: { kind: 'license', id: license.id },
    changes: changedFields(told(states.before), { ...told(states.after), enrollmentKey }),
  })
