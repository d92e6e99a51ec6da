import type { Decision } from '#contract/licensing/devices.ts'
import { normalizeFingerprint } from '#contract/licensing/fingerprints.ts'
import { decide } from '#server/licensing/devices/decision/decision.ts'
import { isKnown, type LicenseFacts } from '#server/licensing/devices/decision/queries.ts'
import type { Body, DeviceContext } from '#server/licensing/devices/device-context.ts'
import { sign } from '#server/licensing/devices/signed-answer.ts'
import { transferDevice } from '#server/licensing/licenses/binding/binding.ts'
import { findLossByToken } from '#server/licensing/licenses/binding/lost-device-queries.ts'
import type { Actor } from '#server/platform/actor.ts'
import { sha256 } from '#server/platform/hashing.ts'
import { activated, claimOf, deriveToken, refuseClaim, refuseUnreadable, type Activation } from './activation.ts'
import { answerLoss, answerLostToken } from './lost-token.ts'

type Request = Body<'transfer'>

export async function transfer(
  context: DeviceContext,
  actor: Actor,
  token: string,
  body: Request,
): Promise<Activation> {
  const found = await context.factsByToken(sha256(token))
  if (!isKnown(found)) return repeatTransfer(context, token, body)
  const unreadable = await refuseUnreadable(context, body, found.now)
  if (unreadable) return { decision: unreadable }
  const decision = decideTransfer(found, body)
  // The hardware has not changed.
  if (decision.valid) return activated(context, found.keyHash, body, { deviceToken: token })
  if (decision.code === 'HARDWARE_CHANGED') return bindNew(context, actor, token, { found, body, decision })
  return sign(context, { license: found, decision, fingerprint: body.deviceFingerprint })
}

/** Reasons that stop the license on any hardware come before those of the new one. */
function decideTransfer(license: LicenseFacts, { deviceFingerprint: fingerprint, nonce }: Request) {
  const anywhere = decide(license, { fingerprint: null, nonce })
  return anywhere.valid ? decide(license, { fingerprint, nonce, isByToken: true }) : anywhere
}

type TransferRequest = { found: LicenseFacts; body: Request; decision: Decision }

async function bindNew(
  context: DeviceContext,
  actor: Actor,
  token: string,
  { found, body, decision }: TransferRequest,
): Promise<Activation> {
  const { deviceFingerprint: fingerprint, nonce } = body
  const claim = { ...claimOf(context, found, body), tokenHash: sha256(token) }
  const claimed = await transferDevice(context.db, actor, claim)
  if (!claimed) return repeatTransfer(context, token, body)
  if ('lost' in claimed)
    return answerLoss(context, { loss: claimed.lost, organizationName: found.organizationName }, { fingerprint, nonce })
  const refused = refuseClaim(decision, claimed)
  return refused
    ? sign(context, { license: found, decision: refused, fingerprint })
    : activated(context, found.keyHash, body, claimed)
}

/** Repeats the answer of a completed transfer. Other invalid tokens are answered like a check-in. */
async function repeatTransfer(context: DeviceContext, token: string, body: Request): Promise<Activation> {
  const { deviceFingerprint, nonce } = body
  const loss = (await findLossByToken(context.db, sha256(token)))?.loss
  if (loss?.byDevice && loss.reason === 'MOVED') {
    const binding = {
      id: loss.licenseId,
      fingerprintKey: normalizeFingerprint(deviceFingerprint),
      activatedAt: loss.lostAt,
    }
    const deviceToken = deriveToken(context.tokenSecret, binding)
    const license = await context.factsByToken(sha256(deviceToken))
    if (isKnown(license)) return activated(context, license.keyHash, body, { deviceToken })
  }
  return answerLostToken(context, token, { fingerprint: deviceFingerprint, nonce })
}
