import { normalizeFingerprint } from '#contract/licensing/fingerprints.ts'
import { decide } from '#server/licensing/devices/decision/decision.ts'
import { isKnown, type LicenseFacts } from '#server/licensing/devices/decision/queries.ts'
import type { Body, Desk } from '#server/licensing/devices/device-context.ts'
import { sign, type Answer } from '#server/licensing/devices/signed-answer.ts'
import { transferDevice } from '#server/licensing/licenses/binding/binding.ts'
import { findLossByToken } from '#server/licensing/licenses/binding/lost-device-queries.ts'
import type { Actor } from '#server/platform/actor.ts'
import { sha256 } from '#server/platform/hashing.ts'
import { activated, claimOf, refusalOf, refuseUnreadable, type Activated, deriveToken } from './activation.ts'
import { answerLoss, answerLostToken } from './lost-token.ts'

type Request = Body<'transfer'>

/** Moves the license to the device's new hardware, identified by its old token. Counts as a device transfer. */
export async function transfer(desk: Desk, actor: Actor, token: string, body: Request): Promise<Activated> {
  const found = await desk.factsByToken(sha256(token))
  if (!isKnown(found)) return repeatTransfer(desk, token, body)
  const unreadable = await refuseUnreadable(desk, body, found.now)
  if (unreadable) return { decision: unreadable }
  const stopped = await refuseStopped(desk, found, body)
  if (stopped) return stopped
  return bindNew(desk, actor, token, { found, body })
}

/** Refuses if the license is stopped on any hardware, or the new hardware for any license. */
async function refuseStopped(desk: Desk, license: LicenseFacts, { deviceFingerprint: fingerprint, nonce }: Request) {
  const held = decide(license, { fingerprint: null, nonce })
  const here = decide(license, { fingerprint, nonce, isByToken: true })
  const mayMove = held.valid && (here.valid || here.code === 'HARDWARE_CHANGED')
  return mayMove ? undefined : sign(desk, { license, decision: held.valid ? here : held, fingerprint })
}

type Asked = { found: LicenseFacts; body: Request }

async function bindNew(desk: Desk, actor: Actor, token: string, { found, body }: Asked): Promise<Activated> {
  const { deviceFingerprint: fingerprint, nonce } = body
  const decision = decide(found, { fingerprint, nonce, isByToken: true })
  // The hardware has not changed.
  if (decision.valid) return activated(desk, found.keyHash, body, { deviceToken: token })
  const claim = { ...claimOf(desk, found, body), tokenHash: sha256(token) }
  const claimed = await transferDevice(desk.db, actor, claim)
  if (!claimed) return repeatTransfer(desk, token, body)
  if ('lost' in claimed)
    return answerLoss(desk, { loss: claimed.lost, organizationName: found.organizationName }, { fingerprint, nonce })
  const refused = refusalOf(decision, claimed)
  return refused
    ? sign(desk, { license: found, decision: refused, fingerprint })
    : activated(desk, found.keyHash, body, claimed)
}

/** Repeats the answer of a completed transfer. Other invalid tokens are answered like a check-in. */
async function repeatTransfer(desk: Desk, token: string, body: Request): Promise<Activated | Answer> {
  const { deviceFingerprint, nonce } = body
  const loss = (await findLossByToken(desk.db, sha256(token)))?.loss
  if (loss?.byDevice && loss.reason === 'MOVED') {
    const binding = {
      id: loss.licenseId,
      fingerprintKey: normalizeFingerprint(deviceFingerprint),
      activatedAt: loss.lostAt,
    }
    const deviceToken = deriveToken(desk.secret, binding)
    const license = await desk.factsByToken(sha256(deviceToken))
    if (isKnown(license)) return activated(desk, license.keyHash, body, { deviceToken })
  }
  return answerLostToken(desk, token, { fingerprint: deviceFingerprint, nonce })
}
