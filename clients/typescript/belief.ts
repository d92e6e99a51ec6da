/** What an application believes about its license, and what may change that: signed words, and time. */
import type { Answer } from './answers.ts'
import {
  hashLicenseKey,
  readRevocations,
  verifyLicenseFile,
  type Check,
  type LicenseFile,
  type TrustedKeys,
  type Verdict,
  type VerdictCode,
  type Warning,
} from './license-file.ts'

/** What is kept on this computer. Key and token are secrets: see docs/integrate.md for where to put them. */
export type LicensingState = {
  licenseKey?: string | undefined
  deviceToken?: string | undefined
  updateToken?: string | undefined
  /** The last signed answer of the server. */
  licenseFile?: string | undefined
  /** A license file that somebody brought. */
  carriedFile?: string | undefined
  revocations?: string | undefined
  /** The latest time seen, so that a clock that is turned back is noticed. */
  lastSeen?: string | undefined
  /** When the server was last asked, how often in a row that decided nothing, and when it is to be asked again. */
  attempt?: { at: string; failures: number; next: string } | undefined
}

export type Identity = { keys: TrustedKeys; deviceFingerprint: string }

export type Status = { mayRun: boolean; code: VerdictCode; warnings: Warning[]; file: LicenseFile | null }

const NOTHING: Verdict = { valid: false, code: 'NOT_ACTIVATED', warnings: [], file: null }

export function judge(state: LicensingState, identity: Identity, now: Date): Status {
  const { lastSeen, revocations } = state
  const seen = lastSeen === undefined ? undefined : new Date(lastSeen)
  const read = (text: string | undefined) =>
    text === undefined ? NOTHING : verifyLicenseFile(text, { ...identity, now, lastSeen: seen, revocations })
  const answered = read(state.licenseFile)
  // The one that was brought may last longer than the last answer.
  const isOver = state.licenseFile === undefined || answered.code === 'EXPIRED'
  const { valid, ...rest } = isOver && state.carriedFile !== undefined ? read(state.carriedFile) : answered
  return { mayRun: valid, ...rest }
}

/** After hearing an answer. `isSigned`: it was the server's own word about this device, and an answer to this very question. */
export type Heard = { state: LicensingState; isSigned: boolean; file: LicenseFile | null }

const SIGNED_WORDS: VerdictCode[] = ['VALID', 'EXPIRED', 'REVOKED', 'INACTIVE', 'NOT_ACTIVATED']

/** `licenseKey`: what was asked about; kept once it is valid. */
export function hear(state: LicensingState, identity: Identity, answer: Answer, licenseKey?: string): Heard {
  const { licenseFile, deviceToken, updateToken, decision } = answer
  const verdict = freshVerdict({ ...identity, licenseKey }, licenseFile, decision.nonce)
  if (!verdict?.file) return { state, isSigned: false, file: null }
  const { file } = verdict
  const isSame = licenseIdOf(state, identity) === file.licenseId
  // A refusal of some other key, typed in while a license is running, takes nothing away from that one.
  if (!verdict.valid && !isSame) return { state, isSigned: true, file }
  const kept = isSame ? state : { revocations: state.revocations }
  const next: LicensingState = {
    ...kept,
    licenseFile,
    licenseKey: (verdict.valid ? licenseKey : undefined) ?? kept.licenseKey,
    deviceToken: deviceToken ?? kept.deviceToken,
    updateToken: updateToken ?? kept.updateToken,
    // What was brought before does not outlast a refusal.
    carriedFile: verdict.valid ? kept.carriedFile : undefined,
    lastSeen: file.issuedAt,
  }
  return { state: next, isSigned: true, file }
}

/** An answer to a question just asked is issued now, whatever the clock of this computer shows. */
function freshVerdict(check: Check, text: string | undefined, nonce: string | null) {
  if (text === undefined || nonce === null) return undefined
  const { file } = verifyLicenseFile(text, check)
  if (!file) return undefined
  const verdict = verifyLicenseFile(text, { ...check, nonce, now: new Date(file.issuedAt) })
  return SIGNED_WORDS.includes(verdict.code) ? verdict : undefined
}

/** Which license this computer has, in force or not. */
function licenseIdOf({ licenseFile, carriedFile }: LicensingState, identity: Identity) {
  const text = licenseFile ?? carriedFile
  return text === undefined ? undefined : verifyLicenseFile(text, identity).file?.licenseId
}

export type Carried = { state: LicensingState; verdict: Verdict }

/** A file that was made in the portal, or for this computer's request. Nothing changes unless it is valid. */
export function carry(state: LicensingState, identity: Identity, text: string, now: Date): Carried {
  const verdict = verifyLicenseFile(text, { ...identity, now, revocations: state.revocations })
  if (!verdict.valid || !verdict.file) return { state, verdict }
  const { licenseKeyHash, issuedAt } = verdict.file
  const isSameKey = state.licenseKey !== undefined && hashLicenseKey(state.licenseKey) === licenseKeyHash
  const kept: LicensingState = isSameKey ? state : { revocations: state.revocations }
  // A refusal that is older than the file is over. An answer that still holds stays: it is renewed by itself.
  const isRunning = isSameKey && judge(state, identity, now).mayRun
  const licenseFile = isRunning ? kept.licenseFile : undefined
  return { state: { ...kept, licenseFile, carriedFile: text, lastSeen: issuedAt }, verdict }
}

/** A signed list that is not older than the one there is. */
export function hearRevocations(state: LicensingState, { keys }: Identity, text: string): LicensingState {
  const timeOf = (list: string | undefined) => (list === undefined ? undefined : readRevocations(list, keys)?.issuedAt)
  const [heard, known] = [timeOf(text), timeOf(state.revocations)]
  const isNewer = heard !== undefined && (known === undefined || Date.parse(heard) >= Date.parse(known))
  return isNewer ? { ...state, revocations: text } : state
}
