import type { Decision } from '#contract/devices.ts'
import { LICENSE_FILE, type LicenseFile } from '#contract/license-files.ts'
import type { LicenseFacts } from '#server/features/devices/decision.ts'
import { isThisDevice } from '#server/features/devices/rules.ts'
import { armour } from './armour.ts'
import type { FileSigner } from './sign.ts'
import type { FileTimes } from './times.ts'

/** What was decided about a license, and for which device. */
export type Decided = {
  license: LicenseFacts
  code: Decision['code']
  /** Null: the device has proved by its token that it is the one. */
  fingerprint: string | null
  nonce: string | null
}

/** Signed and as text. It is about the device that asked and no other: where another one has the license, it does not name it. */
export async function makeLicenseFile(signer: FileSigner, decided: Decided, times: FileTimes) {
  return armour('LICENSE FILE', await signer.sign(LICENSE_FILE, contentOf(decided, times)))
}

/** In the order of the contract, which is that of the published examples. */
function contentOf({ license, code, fingerprint, nonce }: Decided, times: FileTimes): LicenseFile {
  return {
    licenseId: license.id,
    organizationId: license.organizationId,
    licenseKeyHash: license.keyHash.toString('hex'),
    label: license.label,
    status: statusOf(license, code),
    deviceFingerprint: fingerprint ?? license.deviceFingerprint ?? '',
    deviceName: isThisDevice(license, fingerprint) ? license.deviceName : null,
    issuedAt: license.now.toISOString(),
    checkInBy: times.checkInBy,
    expiresAt: times.expiresAt,
    graceUntil: times.graceUntil,
    nonce,
  }
}

/** 'active' is the one word that lets an application run, whatever the license is called in the portal. */
function statusOf({ status }: LicenseFacts, code: Decision['code']): LicenseFile['status'] {
  if (code === 'VALID') return 'active'
  if (code === 'DEVICE_MISMATCH') return 'unassigned'
  return status === 'active' ? 'inactive' : status
}
