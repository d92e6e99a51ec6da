/** The license state of this computer. Only a signed answer, an imported file and time change whether the application may run. */
import type { AvailableUpdate } from './answers.ts'
import {
  hashLicenseKey,
  readRevocations,
  verifyLicenseFile,
  type LicenseFile,
  type LossCode,
  type TrustedKeys,
  type Verdict,
} from './license-file.ts'
import { MESSAGES, WARNINGS, type StatusCode } from './messages.ts'

/** Saved on this computer. Key and token are secrets: docs/integrate.md says where to save it. */
export type LicensingState = {
  licenseKey?: string | undefined
  deviceToken?: string | undefined
  updateToken?: string | undefined
  /** The last signed answer of the server. */
  licenseFile?: string | undefined
  /** A license file that a person imported. */
  importedFile?: string | undefined
  revocations?: string | undefined
  /** The latest time seen, so that a clock that is turned back is noticed. */
  lastSeen?: string | undefined
  /** When the server was last asked, how many attempts in a row decided nothing, and when to ask again. */
  attempt?: { at: string; failures: number; next: string } | undefined
  /** Why this computer has no license any more, by a signed answer. */
  lost?: { code: LossCode; licenseId: string; at: string } | undefined
  /** Facts of the last answer besides its license file. Displayed, never trusted. */
  notice?: { code: string; warnings: string[]; update: AvailableUpdate | null } | undefined
  /** The server signs with a key that is not one of these. */
  unreadable?: { code: 'UNKNOWN_KEY' | 'UNSUPPORTED'; kids: string[] } | undefined
  /** Grows with each save, so that processes that share a store notice each other's. */
  revision?: number | undefined
}

export type Identity = { keys: TrustedKeys; deviceFingerprint: string }

/** `until`: the application runs until then without a check-in. */
export type StatusWarning = { code: string; until: string | null; detail: string }

export type Status = {
  mayRun: boolean
  code: StatusCode
  /** A sentence for the person at the computer. */
  detail: string
  warnings: StatusWarning[]
  file: LicenseFile | null
  /** A newer version, when the last check-in offered one. */
  update: AvailableUpdate | null
}

export function statusOf(state: LicensingState, identity: Identity, now: Date): Status {
  const { valid, code, warnings, file } = verdictOf(state, identity, now)
  const finalCode = valid ? code : refusalOf(state, identity, code)
  return {
    mayRun: valid,
    code: finalCode,
    detail: MESSAGES[finalCode],
    warnings: [
      ...warnings.map((warning) => ({ ...warning, detail: WARNINGS[warning.code] })),
      ...(valid ? noticesOf(state, identity, file) : []),
    ],
    file,
    update: state.notice?.update ?? null,
  }
}

const NOT_ACTIVATED: Verdict = { valid: false, code: 'NOT_ACTIVATED', warnings: [], file: null }

function verdictOf(state: LicensingState, identity: Identity, now: Date): Verdict {
  const lastSeen = state.lastSeen === undefined ? undefined : new Date(state.lastSeen)
  const { revocations } = state
  const read = (text: string | undefined) =>
    text === undefined ? NOT_ACTIVATED : verifyLicenseFile(text, { ...identity, now, lastSeen, revocations })
  const answered = read(state.licenseFile)
  // An imported file may last longer than the last answer.
  const isOver = state.licenseFile === undefined || answered.code === 'EXPIRED'
  return isOver && state.importedFile !== undefined ? read(state.importedFile) : answered
}

/** The verdict's code, or the cause that it does not know. */
function refusalOf(state: LicensingState, identity: Identity, code: StatusCode): StatusCode {
  const { lost, notice, licenseFile, importedFile } = state
  const isEmpty = licenseFile === undefined && importedFile === undefined
  if (notice?.code === 'HARDWARE_CHANGED' && (isEmpty || code === 'WRONG_DEVICE')) return 'HARDWARE_CHANGED'
  if (isEmpty && lost) return lost.code
  const isOutOfDate = code === 'NOT_ACTIVATED' || code === 'EXPIRED'
  return (isOutOfDate ? unreadableCode(state, identity) : undefined) ?? code
}

/** An update of the application brings other keys. */
const unreadableCode = ({ unreadable }: LicensingState, { keys }: Identity) =>
  unreadable?.kids.join() === Object.keys(keys).join() ? unreadable.code : undefined

function noticesOf(state: LicensingState, identity: Identity, file: LicenseFile | null): StatusWarning[] {
  const unreadable = unreadableCode(state, identity)
  const until = file?.graceUntil ?? null
  return [
    ...(unreadable ? [{ code: unreadable, until, detail: MESSAGES[unreadable] }] : []),
    ...(state.notice?.warnings ?? []).map((code) => ({
      code,
      until: null,
      detail: code in WARNINGS ? WARNINGS[code as keyof typeof WARNINGS] : code,
    })),
  ]
}

/** Which license this computer has, in force or not. */
export function licenseIdOf({ licenseFile, importedFile }: LicensingState, identity: Identity) {
  const text = licenseFile ?? importedFile
  return text === undefined ? undefined : verifyLicenseFile(text, identity).file?.licenseId
}

export type Import = { state: LicensingState; verdict: Verdict }

/** Takes a file that was made in the portal, or for this computer's offline request. Changes nothing unless it is valid. */
export function importFile(state: LicensingState, identity: Identity, text: string, now: Date): Import {
  const { revocations, lastSeen, lost } = state
  const verdict = verifyLicenseFile(text, {
    ...identity,
    now,
    revocations,
    lastSeen: lastSeen ? new Date(lastSeen) : undefined,
  })
  const { file } = verdict
  if (!verdict.valid || !file) return { state, verdict }
  if (lost?.licenseId === file.licenseId && file.issuedAt <= lost.at) {
    return { state, verdict: { ...verdict, valid: false, code: 'REVOKED_BY_LIST' } }
  }
  const isSameKey = state.licenseKey !== undefined && hashLicenseKey(state.licenseKey) === file.licenseKeyHash
  const kept = isSameKey ? state : withoutLicense(state)
  // A refusal older than the file is obsolete. A valid answer stays, because check-ins renew it.
  const isRunning = isSameKey && statusOf(state, identity, now).mayRun
  const licenseFile = isRunning ? kept.licenseFile : undefined
  const latest = latestOf(lastSeen, file.issuedAt)
  return { state: { ...kept, licenseFile, importedFile: text, lastSeen: latest, lost: undefined }, verdict }
}

/** Facts about the computer, whatever license it has. */
export const withoutLicense = ({ revocations, lastSeen, revision }: LicensingState): LicensingState => ({
  revocations,
  lastSeen,
  revision,
})

/** ISO 8601 in UTC sorts by time. */
export const latestOf = (first: string | undefined, second: string | undefined) =>
  (first ?? '') > (second ?? '') ? first : second

/** Replaces the list of revocations with a signed one that is not older. */
export function applyRevocations(state: LicensingState, { keys }: Identity, text: string): LicensingState {
  const timeOf = (list: string | undefined) => (list === undefined ? undefined : readRevocations(list, keys)?.issuedAt)
  const [received, known] = [timeOf(text), timeOf(state.revocations)]
  const isNewer = received !== undefined && (known === undefined || Date.parse(received) >= Date.parse(known))
  return isNewer ? { ...state, revocations: text } : state
}
