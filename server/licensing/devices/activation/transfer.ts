import { normalizeFingerprint } from '#contract/licensing/fingerprints.ts'
import { decide } from '#server/licensing/devices/decision/decision.ts'
import { isKnown, type LicenseFacts } from '#server/licensing/devices/decision/queries.ts'
import type { Body, DeviceContext } from '#server/licensing/devices/device-context.ts'
import { sign, type Answer } from '#server/licensing/devices/signed-answer.ts'
import { transferDevice } from '#server/licensing/licenses/binding/binding.ts'
import { findLossByToken } from '#server/licensing/licenses/binding/lost-device-queries.ts'
import type { Actor } from '#server/platform/actor.ts'
import { sha256 } from '#server/platform/hashing.ts'
import { activated, claimOf, refusalOf, refuseUnreadable, type Activated, deriveToken } from './activation.ts'
import { answerLoss, answerLostToken } from './lost-token.ts'

type Request = Body<'transfer'>

export async function transfer(context: DeviceContext, actor: Actor, token: string, body: Request): Promise<Activated> {
  const found = await context.factsByToken(sha256(token))
  if (!isKnown(found)) return repeatTransfer(context, token, body)
  const unreadable = await refuseUnreadable(context, body, found.now)
  if (unreadable) return { decision: unreadable }
  const stopped = await refuseStopped(context, found, body)
  if (stopped) return stopped
  return bindNew(context, actor, token, { found, body })
}

/** Refuses if the license is stopped on any hardware, or the new hardware for any license. */
async function refuseStopped(
  context: DeviceContext,
  license: LicenseFacts,
  { deviceFingerprint: fingerprint, nonce }: Request,
) {
  const held = decide(license, { fingerprint: null, nonce })
  const here = decide(license, { fingerprint, nonce, isByToken: true })
  const mayMove = held.valid && (here.valid || here.code === 'HARDWARE_CHANGED')
  return mayMove ? undefined : sign(context, { license, decision: held.valid ? here : held, fingerprint })
}

type Asked = { found: LicenseFacts; body: Request }

async function bindNew(
  context: DeviceContext,
  actor: Actor,
  token: string,
  { found, body }: Asked,
): Promise<Activated> {
  const { deviceFingerprint: fingerprint, nonce } = body
  const decision = decide(found, { fingerprint, nonce, isByToken: true })
  // The hardware has not changed.
  if (decision.valid) return activated(context, found.keyHash, body, { deviceToken: token })
  const claim = { ...claimOf(context, found, body), tokenHash: sha256(token) }
  const claimed = await transferDevice(context.db, actor, claim)
  if (!claimed) return repeatTransfer(context, token, body)
  if ('lost' in claimed)
    return answerLoss(context, { loss: claimed.lost, organizationName: found.organizationName }, { fingerprint, nonce })
  const refused = refusalOf(decision, claimed)
  return refused
    ? sign(context, { license: found, decision: refused, fingerprint })
    : activated(context, found.keyHash, body, claimed)
}

/** Repeats the answer of a completed transfer. Other invalid tokens are answered like a check-in. */
async function repeatTransfer(context: DeviceContext, token: string, body: Request): Promise<Activated | Answer> {
  const { deviceFingerprint, nonce } = body
  const loss = (await findLossByToken(context.db, sha256(token)))?.loss
  if (loss?.byDevice && loss.reason === 'MOVED') {
    const binding = {
      id: loss.licenseId,
      fingerprintKey: normalizeFingerprint(deviceFingerprint),
      activatedAt: loss.lostAt,
    }
    const deviceToken = deriveToken(context.secret, binding)
    const license = await context.factsByToken(sha256(deviceToken))
    if (isKnown(license)) return activated(context, license.keyHash, body, { deviceToken })
  }
  return answerLostToken(context, token, { fingerprint: deviceFingerprint, nonce })
}
