import type { Decision } from '#contract/licensing/devices.ts'
import { LICENSE_FILE, type LicenseFile } from '#contract/licensing/license-files.ts'
import type { LostDevice } from '#server/licensing/licenses/binding/lost-device-queries.ts'
import { armour } from '#server/licensing/signing/armour.ts'
import { organizationName } from '#server/licensing/signing/organization-name.ts'
import type { FileSigner } from '#server/licensing/signing/sign.ts'
import type { Secret } from '#server/platform/secrets/secrets.ts'
import type { LicenseFacts } from './decision/queries.ts'
import { isThisDevice } from './decision/rules.ts'
import type { FileTimes } from './decision/times.ts'

/** What was decided about a license, and for which device. */
export type Decided = {
  license: LicenseFacts
  code: Decision['code']
  /** Null: the device has proved by its token that it is the one. */
  fingerprint: string | null
  /** How that device lost the license. */
  loss?: LostDevice | undefined
  nonce: string | null
}

/** Signed and as text. It is about the device that asked and no other: where another one has the license, it does not name it. */
export async function makeLicenseFile({ files, names }: Signer, decided: Decided, times: FileTimes) {
  const organizationId = organizationName(names, decided.license.organizationId)
  return armour('LICENSE FILE', await files.sign(LICENSE_FILE, contentOf(decided, organizationId, times)))
}

type Signer = { files: FileSigner; names: Secret }

/** In the order of the contract, which is that of the published examples. */
function contentOf(
  { license, code, fingerprint, loss, nonce }: Decided,
  organizationId: string,
  times: FileTimes,
): LicenseFile {
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
    ...(loss?.reason === code && { lost: loss.reason }),
  }
}

/** About these, another device than the one that asked has the license. */
const NOT_ITS_OWN: Decision['code'][] = ['DEVICE_MISMATCH', 'SET_ASIDE', 'HARDWARE_CHANGED', 'DEVICE_HAS_LICENSE']

/** 'active' is the one word that lets an application run, whatever the license is called in the portal. */
function statusOf({ status }: LicenseFacts, code: Decision['code']): LicenseFile['status'] {
  if (code === 'VALID') return 'active'
  if (NOT_ITS_OWN.includes(code)) return 'unassigned'
  return status === 'active' ? 'inactive' : status
}

/** Whatever the license is now to the device that has it. */
const lostStatusOf = ({ status }: LicenseFacts) => (status === 'revoked' ? 'revoked' : 'unassigned')
