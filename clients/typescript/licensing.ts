/**
 * The licensing of an application: activates it, keeps what it knows, checks in daily, goes on without a network, and locks only
 * on signed words or when time is up. No method throws. docs/integrate.md shows it in use.
 */
import type { Answer, Decision } from './answers.ts'
import { carry, hear, hearRevocations, judge, type Identity, type LicensingState, type Status } from './belief.ts'
import type { Device, DeviceClient } from './client.ts'
import type { LicenseFile, TrustedKeys, Verdict } from './license-file.ts'
import { delayAfter } from './schedule.ts'

export type Store = { read: () => LicensingState; write: (state: LicensingState) => void }

type Options = {
  client: DeviceClient
  store: Store
  device: Device
  /** Compiled into the application: the server's current key and its next one. */
  keys: TrustedKeys
  onChange?: (status: Status) => void
  clock?: () => number
  random?: () => number
}

const MINUTE = 60_000
/** As the verifier has it: what differs by less is no other time. */
const CLOCK_TOLERANCE = 5 * MINUTE

export function createLicensing({
  client,
  store,
  device,
  keys,
  onChange,
  clock = Date.now,
  random = Math.random,
}: Options) {
  const identity: Identity = { keys, deviceFingerprint: device.deviceFingerprint }
  let state = store.read()
  /** What this computer's clock is off by, as far as a signed answer has shown it. */
  let clockError = 0
  let told = ''
  let timer: ReturnType<typeof setInterval> | undefined
  let turn: Promise<unknown> = Promise.resolve()

  const now = () => clock() + clockError

  function status(): Status {
    const byOwnClock = judge(state, identity, new Date(clock()))
    // Whoever has set the clock right meanwhile is judged by it.
    return byOwnClock.mayRun ? byOwnClock : judge(state, identity, new Date(now()))
  }

  /** One after the other: two answers at once would overwrite each other. */
  function inTurn<T>(work: () => Promise<T>): Promise<T> {
    const result = turn.then(work)
    turn = result.catch(() => {})
    return result
  }

  function keep(next: LicensingState) {
    state = next
    store.write(state)
    tell()
  }

  function tell() {
    const current = status()
    const { code, warnings } = current
    const text = JSON.stringify([code, warnings.map((warning) => warning.code)])
    if (text !== told) onChange?.(current)
    told = text
  }

  function take(answer: Answer, licenseKey?: string) {
    const { state: next, isSigned, file } = hear(state, identity, answer, licenseKey)
    if (file) {
      const error = Date.parse(file.issuedAt) - clock()
      clockError = Math.abs(error) > CLOCK_TOLERANCE ? error : 0
    }
    const { valid, conclusive } = answer.decision
    const failures = isSigned || conclusive ? 0 : (state.attempt?.failures ?? 0) + 1
    const { retryAfterSeconds } = answer
    plan(next, { failures, retryAfterSeconds, checkInWithin: file?.status === 'active' ? patienceOf(file) : undefined })
    return { isUnsignedRefusal: conclusive && !valid && !isSigned }
  }

  function plan(next: LicensingState, outcome: Parameters<typeof delayAfter>[0]) {
    const at = now()
    const { failures } = outcome
    keep({ ...next, attempt: { at: iso(at), failures, next: iso(at + delayAfter(outcome, random())) } })
  }

  /** What was refused without a signature may be on the signed list: a license that is deleted, or moved to another computer. */
  async function readRevocations() {
    const text = await client.revocations()
    if (text !== undefined) keep(hearRevocations(state, identity, text))
  }

  async function ask(): Promise<Answer | undefined> {
    const { deviceToken, licenseKey } = state
    const answer = deviceToken === undefined ? undefined : await client.checkIn(deviceToken, device)
    const isForgotten = !answer || answer.decision.code === 'NOT_ACTIVATED'
    // The server knows nothing of this token: the key brings another one, or a signed refusal.
    return isForgotten && licenseKey !== undefined ? client.activate(licenseKey, device) : answer
  }

  async function checkInNow() {
    const { licenseKey, carriedFile } = state
    const answer = await ask()
    if (answer) {
      if (take(answer, licenseKey).isUnsignedRefusal) await readRevocations()
    } else if (carriedFile !== undefined) {
      // Nothing to check in with, but if there is a network after all, the list may be had.
      plan(state, { failures: 0 })
      await readRevocations()
    }
    return answer
  }

  const isDue = () => {
    const { attempt } = state
    if (!attempt) return true
    // A clock that was turned back must not put off the next check-in until it has caught up.
    return now() >= Date.parse(attempt.next) || now() < Date.parse(attempt.at) - CLOCK_TOLERANCE
  }

  /** Remembers how late it is and tells what has changed by time alone; then checks in if it is time to. */
  async function tick() {
    if (state.lastSeen !== undefined && now() - Date.parse(state.lastSeen) > CLOCK_TOLERANCE) {
      keep({ ...state, lastSeen: iso(now()) })
    } else tell()
    await inTurn(async () => isDue() && checkInNow())
  }

  return {
    status,
    /** For the update feeds. */
    updateToken: () => state.updateToken,
    activate: (licenseKey: string) =>
      inTurn(async () => {
        const answer = await client.activate(licenseKey, device)
        take(answer, licenseKey)
        return answer
      }),
    /** With the key of a roll-out, which opens many licenses and is therefore not kept. */
    enroll: (enrollmentKey: string) =>
      inTurn(async () => {
        const answer = await client.enroll(enrollmentKey, device)
        take(answer)
        return answer
      }),
    /** Nothing when there is nothing to check in with. */
    checkIn: () => inTurn(checkInNow),
    /** Gives the license back. No decision means that it is free again. */
    deactivate: () =>
      inTurn(async (): Promise<{ decision?: Decision }> => {
        const { deviceToken, licenseKey } = state
        if (deviceToken === undefined && licenseKey === undefined) return {}
        const { deviceFingerprint } = device
        const holder = deviceToken === undefined ? { licenseKey: licenseKey ?? '', deviceFingerprint } : { deviceToken }
        const outcome = await client.deactivate(holder)
        if (!outcome.decision) keep({ revocations: state.revocations })
        return outcome
      }),
    /** Takes a license file that was made in the portal. */
    importFile: (text: string): Verdict => {
      const { state: next, verdict } = carry(state, identity, text, new Date(now()))
      if (verdict.valid) keep(next)
      return verdict
    },
    tick,
    /** At once and then every minute: a timer over a day would sleep along with the computer. */
    start: () => {
      timer ??= setInterval(() => void tick(), MINUTE)
      return tick()
    },
    stop: () => clearInterval(timer),
  }
}

const patienceOf = ({ checkInBy, issuedAt }: LicenseFile) => Date.parse(checkInBy) - Date.parse(issuedAt)

const iso = (time: number) => new Date(time).toISOString()
