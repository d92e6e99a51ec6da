/** When to check in, and what is asked then. */
import { inconclusive, type Answer } from './answers.ts'
import type { Applied, Question } from './apply-answer.ts'
import type { Device, DeviceClient } from './client.ts'
import { CLOCK_TOLERANCE } from './license-file.ts'
import { applyRevocations, latestOf, type Identity, type LicensingState } from './license-state.ts'
import { MESSAGES } from './messages.ts'
import type { SavedState } from './saved-state.ts'
import { iso, type Timekeeper } from './time.ts'

type Parts = {
  client: DeviceClient
  device: Device
  channel: 'stable' | 'beta'
  identity: Identity
  saved: SavedState
  time: Timekeeper
  /** Saves what an answer changes. */
  take: (answer: Answer, question: Question) => Applied
  /** Saves this state with the moment of the next check-in. */
  plan: (next: LicensingState, outcome: { failures: number }) => void
}

export function createCheckIns({ client, device, channel, identity, saved, time, take, plan }: Parts) {
  const kids = Object.keys(identity.keys)
  let wasBehind = false

  async function checkIn(): Promise<Answer | undefined> {
    saved.refresh()
    const { deviceToken, licenseKey, importedFile } = saved.current()
    if (deviceToken === undefined && licenseKey === undefined) {
      // Nothing to check in with, but where there is a network, the list of revocations can be read.
      if (importedFile !== undefined) {
        await saved.exclusively(() => plan(saved.current(), { failures: 0 }))
        await readRevocations()
      }
      return undefined
    }
    const { answer, file } = await ask({ deviceToken, licenseKey })
    // A refusal without a signature locks nothing; the signed list does: the license may have been deleted, or moved.
    const isUnsignedRefusal = !file && answer.decision.conclusive && !answer.decision.valid
    if (isUnsignedRefusal) await readRevocations()
    return answer
  }

  /** By the token; if the server does not know it, by the stored key, which brings another token or a signed refusal. */
  async function ask({ deviceToken, licenseKey }: Pick<LicensingState, 'deviceToken' | 'licenseKey'>) {
    const answer = deviceToken === undefined ? undefined : await client.checkIn(deviceToken, device, channel)
    const isForgotten = answer === undefined || answer.decision.code === 'NOT_ACTIVATED'
    return saved.exclusively(async (): Promise<Pick<Applied, 'answer' | 'file'>> => {
      const current = saved.current()
      // While this process asked, another one may have released the license or activated another one.
      const isUnchanged = current.deviceToken === deviceToken && current.licenseKey === licenseKey
      if (!isUnchanged) return { answer: answer ?? unchanged(), file: null }
      const isKeyNeeded = isForgotten && licenseKey !== undefined
      const last = isKeyNeeded ? await client.activate(licenseKey, device, { reason: 'stored', kids }) : answer
      return last ? take(last, { licenseKey, isOwn: true }) : { answer: unchanged(), file: null }
    })
  }

  async function readRevocations() {
    const text = await client.revocations()
    if (text !== undefined) {
      await saved.exclusively(() => saved.save(applyRevocations(saved.current(), identity, text)))
    }
  }

  /** For a moment the clock ran ahead and that was saved: it locks, and only an answer shows that it is right now. */
  function hasFallenBehind() {
    const { lastSeen } = saved.current()
    const isBehind = lastSeen !== undefined && time.now() < Date.parse(lastSeen) - CLOCK_TOLERANCE
    const isNews = isBehind && !wasBehind
    wasBehind = isBehind
    return isNews
  }

  function isDue() {
    const { attempt } = saved.current()
    if (hasFallenBehind() || !attempt) return true
    // A clock that was turned back must not put off the next check-in until it has caught up.
    return time.now() >= Date.parse(attempt.next) || time.now() < Date.parse(attempt.at) - CLOCK_TOLERANCE
  }

  /** Notes how late it is, so that a clock turned back later is noticed, and saves what could not be saved before. */
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

/** There is nothing to ask the server about. */
export const unchanged = (): Answer => ({
  decision: { ...inconclusive(MESSAGES.NOT_ACTIVATED), code: 'NOT_ACTIVATED', conclusive: true },
})
