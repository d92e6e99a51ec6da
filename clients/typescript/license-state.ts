import type { AvailableUpdate } from './answers.ts'
import { hashLicenseKey } from './identifiers.ts'
import {
  readRevocations,
  verifyLicenseFile,
  type LicenseFile,
  type LossCode,
  type TrustedKeys,
  type Verdict,
} from './license-file.ts'
import { MESSAGES, WARNINGS, type StatusCode } from './messages.ts'

export type OfferedUpdate = AvailableUpdate & { offeredTo?: string | undefined }

/** License state saved on this computer. The license key and the device token are secrets. */
export type LicensingState = {
  licenseKey?: string | undefined
  deviceToken?: string | undefined
  updateToken?: string | undefined
  /** License file of the last signed answer. */
  licenseFile?: string | undefined
  /** License file that a user imported. */
  importedFile?: string | undefined
  revocations?: string | undefined
  /** Latest time seen, to detect a clock that is set back. */
  lastSeen?: string | undefined
  /** Last and next check-in, and the number of consecutive failures. */
  attempt?: { at: string; failures: number; next: string } | undefined
  /** Why this computer lost its license, from a signed answer. */
  lost?: { code: LossCode; licenseId: string; at: string } | undefined
  /** Unsigned parts of the last answer: for display only. */
  notice?: { code: string; warnings: string[]; update: OfferedUpdate | null } | undefined
  /** The server signs with a key that isn't one of these. */
  unreadable?: { code: 'UNKNOWN_KEY' | 'UNSUPPORTED'; kids: string[] } | undefined
  /** Grows with each save, so that other processes notice the change. */
  revision?: number | undefined
}

export type Identity = { keys: TrustedKeys; deviceFingerprint: string }

/** `until`: when the application stops without a check-in (ISO 8601, UTC). `detail`: English sentence for the user. */
export type StatusWarning = { code: string; until: string | null; detail: string }

export type Status = {
  /** Whether the application may run now. */
  mayRun: boolean
  code: StatusCode
  /** English sentence to show to the user. Translate by `code`. */
  detail: string
  warnings: StatusWarning[]
  /** Null without a verified license file. */
  file: LicenseFile | null
  /** Newer version offered by the last check-in, if any. */
  update: OfferedUpdate | null
  /** Features to unlock now, such as cad-export. Empty unless the application may run. */
  features: string[]
}

export function statusOf(state: LicensingState, identity: Identity, now: Date): Status {
  const { valid, code, warnings, file } = verdictOf(state, identity, now)
  const finalCode = valid ? code : refusalCode(state, identity, code)
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
    features: valid ? (file?.features ?? []) : [],
  }
}

const NOT_ACTIVATED: Verdict = { valid: false, code: 'NOT_ACTIVATED', warnings: [], file: null }

function verdictOf(state: LicensingState, identity: Identity, now: Date): Verdict {
  const lastSeen = state.lastSeen === undefined ? undefined : new Date(state.lastSeen)
  const { revocations } = state
  const read = (text: string | undefined) =>
    text === undefined ? NOT_ACTIVATED : verifyLicenseFile(text, { ...identity, now, lastSeen, revocations })
  const answered = read(state.licenseFile)
  // An imported file may be valid for longer than the last answer.
  const isOver = state.licenseFile === undefined || answered.code === 'EXPIRED'
  return isOver && state.importedFile !== undefined ? read(state.importedFile) : answered
}

function refusalCode(state: LicensingState, identity: Identity, code: StatusCode): StatusCode {
  const { lost, notice, licenseFile, importedFile } = state
  const isEmpty = licenseFile === undefined && importedFile === undefined
  if (notice?.code === 'HARDWARE_CHANGED' && (isEmpty || code === 'WRONG_DEVICE')) return 'HARDWARE_CHANGED'
  if (isEmpty && lost) return lost.code
  const isOutOfDate = code === 'NOT_ACTIVATED' || code === 'EXPIRED'
  return (isOutOfDate ? unreadableCode(state, identity) : undefined) ?? code
}

/** Applies only to these keys: an update of the application may trust others. */
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

/** Id of this computer's license, valid or not. */
export function licenseIdOf({ licenseFile, importedFile }: LicensingState, identity: Identity) {
  const text = licenseFile ?? importedFile
  return text === undefined ? undefined : verifyLicenseFile(text, identity).file?.licenseId
}

export type ImportResult = { state: LicensingState; verdict: Verdict }

/** Imports a license file. Changes nothing if it is invalid. */
export function importFile(state: LicensingState, identity: Identity, text: string, now: Date): ImportResult {
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
  // The file replaces an older refusal, but not a valid answer: check-ins renew that.
  const isRunning = isSameKey && statusOf(state, identity, now).mayRun
  const licenseFile = isRunning ? kept.licenseFile : undefined
  const latest = latestOf(lastSeen, file.issuedAt)
  return { state: { ...kept, licenseFile, importedFile: text, lastSeen: latest, lost: undefined }, verdict }
}

export const withoutLicense = ({ revocations, lastSeen, revision }: LicensingState): LicensingState => ({
  revocations,
  lastSeen,
  revision,
})

export const latestOf = (first: string | undefined, second: string | undefined) =>
  (first ?? '') > (second ?? '') ? first : second

export function applyRevocations(state: LicensingState, { keys }: Identity, text: string): LicensingState {
  const timeOf = (list: string | undefined) => (list === undefined ? undefined : readRevocations(list, keys)?.issuedAt)
  const [received, known] = [timeOf(text), timeOf(state.revocations)]
  const isNewer = received !== undefined && (known === undefined || Date.parse(received) >= Date.parse(known))
  return isNewer ? { ...state, revocations: text } : state
}
