import type { Decision } from '#contract/licensing/devices.ts'
import { LICENSE_FILE, type LicenseFile } from '#contract/licensing/license-files.ts'
import type { LostDevice } from '#server/licensing/licenses/binding/lost-device-queries.ts'
import { armour } from '#server/licensing/signing/armour.ts'
import { organizationPseudonym } from '#server/licensing/signing/organization-pseudonym.ts'
import { featuresOf } from './decision/decision.ts'
import type { LicenseFacts } from './decision/queries.ts'
import { isThisDevice } from './decision/rules.ts'
import type { FileTimes } from './decision/times.ts'
import type { Signer } from './device-context.ts'

export type LicenseVerdict = {
  license: LicenseFacts
  code: Decision['code']
  /** Null if the device proved its identity by its token. */
  fingerprint: string | null
  loss?: LostDevice | undefined
  nonce: string | null
}

/** Returns the signed file as text. It describes only the asking device and never names another one. */
export async function makeLicenseFile({ files, pseudonymSecret }: Signer, decided: LicenseVerdict, times: FileTimes) {
  const organizationId = organizationPseudonym(pseudonymSecret, decided.license.organizationId)
  return armour('LICENSE FILE', await files.sign(LICENSE_FILE, contentOf(decided, organizationId, times)))
}

/** In the order of the contract and the published examples. */
function contentOf(
  { license, code, fingerprint, loss, nonce }: LicenseVerdict,
  organizationId: string,
  times: FileTimes,
): LicenseFile {
  const features = featuresOf(license, code)
  return {
    licenseId: license.id,
    organizationId,
    licenseKeyHash: license.keyHash.toString('hex'),
    label: license.label,
    status: loss ? lostStatusOf(license) : statusOf(license, code),
    deviceFingerprint: fingerprint ?? license.deviceFingerprint ?? '',
    deviceName: !loss && isThisDevice(license, fingerprint) ? license.deviceName : null,
    issuedAt: license.now.toISOString(),
    checkInBy: times.checkInBy,
    expiresAt: times.expiresAt,
    graceUntil: times.graceUntil,
    nonce,
    ...(features.length > 0 && { features }),
    ...(loss?.reason === code && { lost: loss.reason }),
  }
}

/** With these codes, another device has the license. */
const NOT_ITS_OWN: Decision['code'][] = ['DEVICE_MISMATCH', 'SET_ASIDE', 'HARDWARE_CHANGED', 'DEVICE_HAS_LICENSE']

/** Only 'active' lets an application run, whatever the license's status in the portal. */
function statusOf({ status }: LicenseFacts, code: Decision['code']): LicenseFile['status'] {
  if (code === 'VALID') return 'active'
  if (NOT_ITS_OWN.includes(code)) return 'unassigned'
  return status === 'active' ? 'inactive' : status
}

/** The license may have another status for its current device. */
const lostStatusOf = ({ status }: LicenseFacts) => (status === 'revoked' ? 'revoked' : 'unassigned')
