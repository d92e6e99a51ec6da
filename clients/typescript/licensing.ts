/**
 * The licensing of an application: activates it, saves its state, checks in daily, works without a network, and locks only on
 * signed answers or when time is up. Only createLicensing throws, for a wrong configuration; no method, timer or listener does.
 */
import { inconclusive, type Answer } from './answers.ts'
import { applyAnswer, type Applied, type Question } from './apply-answer.ts'
import { createCheckIns, unchanged } from './check-ins.ts'
import type { Deactivation, Device, DeviceClient, KeySource } from './client.ts'
import { assertTrustedKeys, type TrustedKeys, type Verdict } from './license-file.ts'
import { importFile, statusOf, withoutLicense } from './license-state.ts'
import type { Identity, LicensingState, Status } from './license-state.ts'
import { WARNINGS } from './messages.ts'
import { makeOfflineRequest } from './offline-request.ts'
import { openSavedState, type Store } from './saved-state.ts'
import { delayAfter } from './schedule.ts'
import { createTimekeeper, iso } from './time.ts'

type Options = {
  client: DeviceClient
  store: Store
  device: Device
  /** Compiled into the application: the server's current key and its next one. */
  keys: TrustedKeys
  /** Of updates. */
  channel?: 'stable' | 'beta'
  /** Called when the code, a warning or the available update changes. */
  onChange?: (status: Status) => unknown
  /** For the log: a store, a listener or a connection that failed. */
  onError?: (error: unknown) => unknown
  clock?: () => number
  monotonic?: () => number
  random?: () => number
}

const MINUTE = 60_000

export function createLicensing(options: Options) {
  const { client, store, device, keys, channel = 'stable', onChange, onError } = options
  const { clock = Date.now, monotonic = () => performance.now(), random = Math.random } = options
  assertTrustedKeys(keys)
  const identity: Identity = { keys, deviceFingerprint: device.deviceFingerprint }
  const kids = Object.keys(keys)
  const time = createTimekeeper({ wall: clock, monotonic })
  const saved = openSavedState({ store, identity, report })
  let announced = ''
  let timer: ReturnType<typeof setInterval> | undefined
  let turn: Promise<unknown> = Promise.resolve()
  const checkIns = createCheckIns({ client, device, channel, identity, saved, time, take, plan })
  saved.refresh()

  function report(error: unknown) {
    void call(onError, error)
  }

  /** A listener that throws, or whose promise is rejected, must not end the application. */
  async function call<T>(
    listener: ((value: T) => unknown) | undefined,
    value: T,
    onFailure?: (error: unknown) => void,
  ) {
    try {
      await listener?.(value)
    } catch (error) {
      onFailure?.(error)
    }
  }

  function status(): Status {
    const byWall = statusOf(saved.current(), identity, new Date(time.byWall()))
    // If the clock was wrong and has been set right since, it counts.
    const current = byWall.mayRun ? byWall : statusOf(saved.current(), identity, new Date(time.now()))
    const { update, warnings } = current
    const isNews = update?.available === true && update.version !== device.appVersion
    const failed = saved.problem() === undefined ? [] : [STORE_FAILED]
    return { ...current, warnings: [...warnings, ...failed], update: isNews ? update : null }
  }

  function announce() {
    const current = status()
    const { code, warnings, update } = current
    const text = JSON.stringify([code, warnings.map((warning) => warning.code), update?.version])
    if (text === announced) return
    announced = text
    void call(onChange, current, report)
  }

  /** One operation after the other, so that two answers do not overwrite each other. */
  function inTurn<T>(work: () => Promise<T>, otherwise: (error: unknown) => T): Promise<T> {
    const result = turn
      .then(work)
      .catch((error: unknown) => {
        report(error)
        return otherwise(error)
      })
      .finally(announce)
    turn = result
    return result
  }

  /** Saves what an answer changes. To be called with other processes locked out. */
  function take(answer: Answer, question: Question): Applied {
    if (answer.error !== undefined) report(answer.error)
    const applied = applyAnswer(saved.current(), identity, answer, question)
    const { file } = applied
    if (file) time.learn(Date.parse(file.issuedAt))
    const failures = file || answer.decision.conclusive ? 0 : (saved.current().attempt?.failures ?? 0) + 1
    const checkInWithin = file?.status === 'active' ? Date.parse(file.checkInBy) - Date.parse(file.issuedAt) : undefined
    plan(applied.state, { failures, retryAfterSeconds: answer.retryAfterSeconds, checkInWithin })
    return applied
  }

  function plan(next: LicensingState, outcome: Parameters<typeof delayAfter>[0]) {
    const at = time.now()
    const { failures } = outcome
    saved.save({ ...next, attempt: { at: iso(at), failures, next: iso(at + delayAfter(outcome, random())) } })
  }

  async function tick() {
    time.settle()
    announce()
    await inTurn(
      async () => {
        saved.refresh()
        await checkIns.saveTime()
        if (checkIns.isDue()) await checkIns.checkIn()
      },
      () => {},
    )
  }

  const failed = (error: unknown): Answer => ({ decision: inconclusive(FAILED), error: String(error) })

  return {
    /** Reads the state in memory; asks neither the disk nor the server. */
    status,
    /** The folder of the update feeds; null before the first activation. */
    updateFeed: () => {
      const { updateToken } = saved.current()
      return updateToken === undefined ? null : client.updateFeed(updateToken, channel)
    },
    /** With a key that a person typed now; pass 'stored' for one from a file or a script. */
    activate: (licenseKey: string, reason: KeySource = 'typed') =>
      inTurn(
        () =>
          saved.exclusively(async () => {
            const answer = await client.activate(licenseKey, device, { reason, kids })
            return take(answer, { licenseKey }).answer
          }),
        failed,
      ),
    /**
     * With the key of a roll-out, which opens many licenses and is not saved. A computer whose license was moved away is
     * refused; pass 'typed' when a person decided to enroll it again.
     */
    enroll: (enrollmentKey: string, reason: KeySource = 'stored') =>
      inTurn(
        () =>
          saved.exclusively(async () => take(await client.enroll(enrollmentKey, device, { reason, kids }), {}).answer),
        failed,
      ),
    /** Undefined when there is nothing to check in with. */
    checkIn: () => inTurn<Answer | undefined>(checkIns.checkIn, failed),
    /** After HARDWARE_CHANGED: moves the license here from the previous hardware of this computer. */
    moveToThisHardware: () =>
      inTurn(
        () =>
          saved.exclusively(async () => {
            const { deviceToken, licenseKey } = saved.current()
            if (deviceToken === undefined) return unchanged()
            return take(await client.transfer(deviceToken, device, kids), { licenseKey, isOwn: true }).answer
          }),
        failed,
      ),
    /** Releases the license. Without a decision, it is free again. */
    deactivate: () =>
      inTurn<Deactivation>(
        () =>
          saved.exclusively(async () => {
            const { deviceToken, licenseKey } = saved.current()
            const { deviceFingerprint } = device
            if (deviceToken === undefined && licenseKey === undefined) return {}
            const holder =
              deviceToken === undefined ? { licenseKey: licenseKey ?? '', deviceFingerprint } : { deviceToken }
            const outcome = await client.deactivate(holder)
            if (!outcome.decision) saved.save(withoutLicense(saved.current()))
            return outcome
          }),
        failed,
      ),
    /** The text that a computer without internet asks for a license file with: a person carries it to the portal. */
    offlineRequest: (licenseKey: string) => makeOfflineRequest(licenseKey, device, kids),
    /** Takes a license file that was made in the portal. */
    importFile: (text: string): Verdict => {
      const verdict = saved.change(() => {
        const { state, verdict } = importFile(saved.current(), identity, text, new Date(time.now()))
        if (verdict.valid) saved.save(state)
        return verdict
      })
      announce()
      return verdict
    },
    tick,
    /** Now and then every minute, because a timer of a day would sleep along with the computer. */
    start: () => {
      timer ??= setInterval(() => void tick(), MINUTE)
      return tick()
    },
    stop: () => {
      clearInterval(timer)
      timer = undefined
    },
  }
}

const FAILED = 'The license could not be checked. The application retries automatically.'
const STORE_FAILED = { code: 'STORE_FAILED', until: null, detail: WARNINGS.STORE_FAILED }
