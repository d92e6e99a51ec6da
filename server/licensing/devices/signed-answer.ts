import type { Decision } from '#contract/licensing/devices.ts'
import { knownEnd } from './decision/decision.ts'
import { noTime, onlineTimes, type FileTimes } from './decision/times.ts'
import type { Signer } from './device-context.ts'
import { makeLicenseFile, type LicenseVerdict } from './license-file.ts'

/** A decision with its signed file. Unsigned without a license, or for a device with a placeholder UUID. */
export type Answer = { decision: Decision; licenseFile?: string }

type UnsignedAnswer = Pick<LicenseVerdict, 'license' | 'fingerprint' | 'loss'> & { decision: Decision }

export async function sign(
  signer: Signer,
  { license, fingerprint, loss, decision }: UnsignedAnswer,
  whileValid: FileTimes = onlineTimes(license.now, knownEnd(license)),
): Promise<Answer> {
  if (!decision.license) return { decision }
  const { code, nonce, valid, checkIn } = decision
  const times = valid ? whileValid : noTime(license.now)
  const licenseFile = await makeLicenseFile(signer, { license, code, fingerprint, loss, nonce }, times)
  const same = checkIn && { ...checkIn, nextCheckInAt: times.checkInBy, graceUntil: times.graceUntil }
  return { decision: { ...decision, checkIn: same }, licenseFile }
}
