import { inconclusive, type Answer } from './answers.ts'
import type { AnsweredRequest, AppliedAnswer } from './apply-answer.ts'
import type { Device, DeviceClient } from './client.ts'
import { CLOCK_TOLERANCE } from './license-file.ts'
import { applyRevocations, latestOf, type Identity, type LicensingState } from './license-state.ts'
import { MESSAGES } from './messages.ts'
import type { SavedState } from './saved-state.ts'
import { iso, type Timekeeper } from './time.ts'

type Dependencies = {
  client: DeviceClient
  device: Device
  channel: 'stable' | 'beta'
  identity: Identity
  saved: SavedState
  time: Timekeeper
  saveAnswer: (answer: Answer, request: AnsweredRequest) => AppliedAnswer
  /** Saves the state and the time of the next check-in. */
  savePlan: (next: LicensingState, outcome: { failures: number }) => void
}

export function createCheckIns({ client, device, channel, identity, saved, time, saveAnswer, savePlan }: Dependencies) {
  const kids = Object.keys(identity.keys)
  let wasBehind = false

  async function checkIn(): Promise<Answer | undefined> {
    saved.refresh()
    const { deviceToken, licenseKey, importedFile } = saved.current()
    if (deviceToken === undefined && licenseKey === undefined) {
      // An imported file can't check in, but the revocation list may name it.
      if (importedFile !== undefined) {
        await saved.exclusively(() => savePlan(saved.current(), { failures: 0 }))
        await readRevocations()
      }
      return undefined
    }
    const { answer, file } = await ask({ deviceToken, licenseKey })
    // An unsigned refusal locks nothing. If the license was deleted or moved, the signed list says so.
    const isUnsignedRefusal = !file && answer.decision.conclusive && !answer.decision.valid
    if (isUnsignedRefusal) await readRevocations()
    return answer
  }

  /** Checks in with the token. If the server doesn't know it, activates with the stored key. */
  async function ask({ deviceToken, licenseKey }: Pick<LicensingState, 'deviceToken' | 'licenseKey'>) {
    const answer = deviceToken === undefined ? undefined : await client.checkIn(deviceToken, device, channel)
    const isForgotten = answer === undefined || answer.decision.code === 'NOT_ACTIVATED'
    return saved.exclusively(async (): Promise<Pick<AppliedAnswer, 'answer' | 'file'>> => {
      const current = saved.current()
      // Another process may have released or replaced the license during the request.
      const isUnchanged = current.deviceToken === deviceToken && current.licenseKey === licenseKey
      if (!isUnchanged) return { answer: answer ?? unchanged(), file: null }
      const isKeyNeeded = isForgotten && licenseKey !== undefined
      const last = isKeyNeeded ? await client.activate(licenseKey, device, { reason: 'stored', kids }) : answer
      return last ? saveAnswer(last, { licenseKey, isOwn: true }) : { answer: unchanged(), file: null }
    })
  }

  async function readRevocations() {
    const text = await client.revocations()
    if (text !== undefined) {
      await saved.exclusively(() => saved.save(applyRevocations(saved.current(), identity, text)))
    }
  }

  /** A clock that once ran ahead leaves a late time behind, which locks until an answer confirms the true time. */
  function hasJustFallenBehind() {
    const { lastSeen } = saved.current()
    const isBehind = lastSeen !== undefined && time.now() < Date.parse(lastSeen) - CLOCK_TOLERANCE
    const hasJustFallen = isBehind && !wasBehind
    wasBehind = isBehind
    return hasJustFallen
  }

  function isDue() {
    const { attempt } = saved.current()
    if (hasJustFallenBehind() || !attempt) return true
    // A clock set back must not delay the next check-in.
    return time.now() >= Date.parse(attempt.next) || time.now() < Date.parse(attempt.at) - CLOCK_TOLERANCE
  }

  /** Saves the latest time, to detect a clock that is set back later. Also retries a failed save. */
  async function saveTime() {
    const { lastSeen } = saved.current()
    const isLater = lastSeen !== undefined && time.now() - Date.parse(lastSeen) > CLOCK_TOLERANCE
    if (!isLater && !saved.isUnsaved()) return
    await saved.exclusively(() => {
      const current = saved.current()
      const latest = latestOf(current.lastSeen, iso(time.now()))
      saved.save({ ...current, lastSeen: current.lastSeen === undefined ? undefined : latest })
    })
  }

  return { checkIn, isDue, saveTime }
}

export const unchanged = (): Answer => ({
  decision: { ...inconclusive(MESSAGES.NOT_ACTIVATED), code: 'NOT_ACTIVATED', conclusive: true },
})
