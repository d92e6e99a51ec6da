import { inconclusive, type Answer } from './answers.ts'
import { applyAnswer, type AnsweredRequest, type AppliedAnswer } from './apply-answer.ts'
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
  /** Public keys compiled into the application: the server's current and next key. */
  keys: TrustedKeys
  /** Update channel. Default: 'stable'. */
  channel?: 'stable' | 'beta'
  /** Called when the status code, a warning, the available update or a feature changes. */
  onChange?: (status: Status) => unknown
  /** Called with errors of the store, the network or a listener, for the log. */
  onError?: (error: unknown) => unknown
  clock?: () => number
  monotonic?: () => number
  random?: () => number
}

const MINUTE = 60_000

/**
 * Manages the license of an application: activates it, saves its state, checks in daily and works without a network. Locks
 * only on a signed answer, or after the grace period.
 *
 * Methods, timers and listeners never throw; their errors go to `onError`.
 * @throws Error if a public key is missing or invalid.
 */
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
  let queue: Promise<unknown> = Promise.resolve()
  const checkIns = createCheckIns({ client, device, channel, identity, saved, time, saveAnswer, savePlan })
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
    // The user may have corrected the clock since the last answer.
    const current = byWall.mayRun ? byWall : statusOf(saved.current(), identity, new Date(time.now()))
    const { update, warnings } = current
    const { appVersion } = device
    const isForThis = update?.version !== appVersion && (update?.offeredTo ?? appVersion) === appVersion
    const isNewer = update?.available === true && isForThis
    const failed = saved.problem() === undefined ? [] : [STORE_FAILED]
    return { ...current, warnings: [...warnings, ...failed], update: isNewer ? update : null }
  }

  function announce() {
    const current = status()
    const { code, warnings, update, features } = current
    const text = JSON.stringify([code, warnings.map((warning) => warning.code), update?.version, features])
    if (text === announced) return
    announced = text
    void call(onChange, current, report)
  }

  /** Runs one operation at a time, so that answers can't overwrite each other. */
  function enqueue<T>(work: () => Promise<T>, otherwise: (error: unknown) => T): Promise<T> {
    const result = queue
      .then(work)
      .catch((error: unknown) => {
        report(error)
        return otherwise(error)
      })
      .finally(announce)
    queue = result
    return result
  }

  /** The caller has locked out other processes. */
  function saveAnswer(given: Answer, request: AnsweredRequest): AppliedAnswer {
    const answer = given.update ? { ...given, update: { ...given.update, offeredTo: device.appVersion } } : given
    const applied = applyAnswer(saved.current(), identity, answer, request)
    if (applied.answer.error !== undefined) report(applied.answer.error)
    const { file } = applied
    if (file) time.learn(Date.parse(file.issuedAt))
    const failures = file || answer.decision.conclusive ? 0 : (saved.current().attempt?.failures ?? 0) + 1
    const checkInWithin = file?.status === 'active' ? Date.parse(file.checkInBy) - Date.parse(file.issuedAt) : undefined
    savePlan(applied.state, { failures, retryAfterSeconds: answer.retryAfterSeconds, checkInWithin })
    return applied
  }

  function savePlan(next: LicensingState, outcome: Parameters<typeof delayAfter>[0]) {
    const at = time.now()
    const { failures } = outcome
    saved.save({ ...next, attempt: { at: iso(at), failures, next: iso(at + delayAfter(outcome, random())) } })
  }

  async function tick() {
    time.settle()
    announce()
    await enqueue(
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
    /** Returns whether the application may run, from memory. Cheap: call it as often as you like. */
    status,
    /** Returns the address of the update folder, which ends with a slash, or null before the first activation. */
    updateFeed: () => {
      const { updateToken } = saved.current()
      return updateToken === undefined ? null : client.updateFeed(updateToken, channel)
    },
    /** Activates the license on this device. Pass 'stored' if the key comes from a file or script instead of a user. */
    activate: (licenseKey: string, reason: KeySource = 'typed') =>
      enqueue(
        () =>
          saved.exclusively(async () => {
            const answer = await client.activate(licenseKey, device, { reason, kids })
            return saveAnswer(answer, { licenseKey }).answer
          }),
        failed,
      ),
    /**
     * Claims a free license with an enrollment key, which is not saved. Refused if this device's license was moved away or
     * released, unless a user decided to enroll it again: then pass 'typed'.
     */
    enroll: (enrollmentKey: string, reason: KeySource = 'stored') =>
      enqueue(
        () =>
          saved.exclusively(
            async () => saveAnswer(await client.enroll(enrollmentKey, device, { reason, kids }), {}).answer,
          ),
        failed,
      ),
    /** Checks in now. Returns undefined if this device has no license to check in with. */
    checkIn: () => enqueue<Answer | undefined>(checkIns.checkIn, failed),
    /** Moves the license from this computer's previous hardware. Call it after HARDWARE_CHANGED, when the user agrees. */
    moveToThisHardware: () =>
      enqueue(
        () =>
          saved.exclusively(async () => {
            const { deviceToken, licenseKey } = saved.current()
            if (deviceToken === undefined) return unchanged()
            return saveAnswer(await client.transfer(deviceToken, device, kids), { licenseKey, isOwn: true }).answer
          }),
        failed,
      ),
    /** Releases the license. The result has a `decision` only if the server refused or didn't answer. */
    deactivate: () =>
      enqueue<Deactivation>(
        () =>
          saved.exclusively(async () => {
            const { deviceToken, licenseKey } = saved.current()
            const { deviceFingerprint } = device
            if (deviceToken === undefined && licenseKey === undefined) return {}
            const license =
              deviceToken === undefined ? { licenseKey: licenseKey ?? '', deviceFingerprint } : { deviceToken }
            const outcome = await client.deactivate(license)
            if (!outcome.decision) saved.save(withoutLicense(saved.current()))
            return outcome
          }),
        failed,
      ),
    /** Returns the request that a user uploads in the portal to get a license file for a computer without internet. */
    offlineRequest: (licenseKey: string) => makeOfflineRequest(licenseKey, device, kids),
    /** Imports a license file from the portal. Changes nothing if it is invalid. */
    importFile: (text: string): Verdict => {
      const verdict = saved.change(() => {
        const { state, verdict } = importFile(saved.current(), identity, text, new Date(time.now()))
        if (verdict.valid) saved.save(state)
        return verdict
      })
      announce()
      return verdict
    },
    /** Checks in if due and updates the status. `start` calls it. */
    tick,
    /** Checks in when due, now and every minute: a daily timer would stop while the computer sleeps. */
    start: () => {
      timer ??= setInterval(() => void tick(), MINUTE)
      return tick()
    },
    /** Stops the timer that `start` set. */
    stop: () => {
      clearInterval(timer)
      timer = undefined
    },
  }
}

const FAILED = "Can't check the license. The application retries automatically."
const STORE_FAILED = { code: 'STORE_FAILED', until: null, detail: WARNINGS.STORE_FAILED }
