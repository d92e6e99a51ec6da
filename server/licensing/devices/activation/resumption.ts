import { decide } from '#server/licensing/devices/decision/decision.ts'
import type { LicenseFacts } from '#server/licensing/devices/decision/queries.ts'
import type { DeviceContext } from '#server/licensing/devices/device-context.ts'
import { sign, type Answer } from '#server/licensing/devices/signed-answer.ts'
import { bindDevice } from '#server/licensing/licenses/binding/binding.ts'
import type { Actor } from '#server/platform/actor.ts'
import { claimOf, refuseClaim } from './activation.ts'

type Device = { deviceName: string; deviceOs: string }

/**
 * Activates a license that was reserved for the device that lost it. An enrolled device has no license key, only its token. Returns a
 * refusal, or nothing.
 */
export async function resume(
  context: DeviceContext,
  actor: Actor,
  { license, token, nonce }: { license: LicenseFacts; token: string; nonce: string | undefined },
  device: Device,
): Promise<Answer | undefined> {
  const decision = decide(license, { fingerprint: null, nonce })
  const { deviceFingerprint } = license
  if (decision.code === 'NOT_ACTIVATED' && deviceFingerprint !== null) {
    const claim = claimOf(context, license, { ...device, deviceFingerprint })
    const claimed = await bindDevice(context.db, actor, { ...claim, tokenFor: () => token })
    if (claimed && 'deviceToken' in claimed) return undefined
    const refused = refuseClaim(decision, claimed)
    if (refused) return sign(context, { license, decision: refused, fingerprint: null })
  }
  return sign(context, { license, decision, fingerprint: null })
}
