/** Applies a server's answer. Only a signed, fresh answer about this device changes the license. */
import { notTheServer, type Answer, type Decision } from './answers.ts'
import { verifyLicenseFile, type Check, type LicenseFile, type Verdict, type VerdictCode } from './license-file.ts'
import { licenseIdOf, withoutLicense, type Identity, type LicensingState } from './license-state.ts'
import { MESSAGES } from './messages.ts'
import { isLossCode } from './parse-state.ts'

export type Question = {
  /** The key the question was about; saved once it is valid. */
  licenseKey?: string | undefined
  /** Asked with this computer's own token or stored key, so that the answer is about the license it has. */
  isOwn?: boolean | undefined
}

export type Applied = {
  state: LicensingState
  /** With the verdict of this application where the server's decision disagrees. */
  answer: Answer
  /** Of a signed answer. */
  file: LicenseFile | null
}

export function applyAnswer(state: LicensingState, identity: Identity, answer: Answer, question: Question): Applied {
  const verdict = freshVerdict({ ...identity, licenseKey: question.licenseKey }, answer)
  const judged = { ...answer, decision: judge(answer.decision, verdict) }
  if (!verdict?.file || !SIGNED.includes(verdict.code)) {
    return { state: markUnreadable(state, identity, verdict?.code ?? answer.decision.code), answer: judged, file: null }
  }
  const { file } = verdict
  return { state: applyFile(state, identity, { answer, verdict, file, question }), answer: judged, file }
}

type Signed = { answer: Answer; verdict: Verdict; file: LicenseFile; question: Question }

function applyFile(
  state: LicensingState,
  identity: Identity,
  { answer, verdict, file, question }: Signed,
): LicensingState {
  const { licenseFile, deviceToken, updateToken, decision } = answer
  const ownId = licenseIdOf(state, identity)
  const isOwn = question.isOwn === true || ownId === file.licenseId
  const lastSeen = file.issuedAt
  const { lost } = file
  if (isLossCode(lost) && (isOwn || ownId === undefined)) {
    return { ...withoutLicense(state), lastSeen, lost: { code: lost, licenseId: file.licenseId, at: file.issuedAt } }
  }
  // A refusal of another key, typed while a license is running, takes nothing away from that license.
  if (!verdict.valid && !isOwn) return state
  const kept = isOwn ? state : withoutLicense(state)
  const { code, warnings } = decision
  const update = answer.update ?? kept.notice?.update ?? null
  const next = { ...kept, lastSeen, notice: { code, warnings, update }, unreadable: undefined }
  // The license file of the previous hardware stays, in case its identifier was misread only once.
  if (code === 'HARDWARE_CHANGED') return next
  return {
    ...next,
    licenseFile,
    licenseKey: (verdict.valid ? question.licenseKey : undefined) ?? kept.licenseKey,
    deviceToken: deviceToken ?? kept.deviceToken,
    updateToken: updateToken ?? kept.updateToken,
    // A refusal also ends a file that was imported before.
    importedFile: verdict.valid ? kept.importedFile : undefined,
    lost: undefined,
  }
}

const SIGNED: VerdictCode[] = ['VALID', 'EXPIRED', 'REVOKED', 'INACTIVE', 'NOT_ACTIVATED']

/** The answer to a request just made was issued now, whatever the clock of this computer shows. */
function freshVerdict(check: Check, { licenseFile, decision: { nonce } }: Answer): Verdict | undefined {
  if (licenseFile === undefined || nonce === null) return undefined
  const verdict = verifyLicenseFile(licenseFile, check)
  return verdict.file
    ? verifyLicenseFile(licenseFile, { ...check, nonce, now: new Date(verdict.file.issuedAt) })
    : verdict
}

/** A decision that this application cannot confirm is not valid for it. */
function judge(decision: Decision, verdict: Verdict | undefined): Decision {
  if (!decision.valid || verdict?.valid) return decision
  if (!verdict || IMPOSSIBLE.includes(verdict.code)) return notTheServer('').decision
  return { ...decision, valid: false, code: verdict.code, detail: MESSAGES[verdict.code] }
}

/** No license server sends these along with a valid decision. */
const IMPOSSIBLE: VerdictCode[] = ['MALFORMED', 'BAD_SIGNATURE', 'REPLAY', 'CLOCK']

/** Keeps the license's state and reports why there is no newer answer. */
function markUnreadable(state: LicensingState, { keys }: Identity, code: string): LicensingState {
  if (code !== 'UNKNOWN_KEY' && code !== 'UNSUPPORTED') return state
  return { ...state, unreadable: { code, kids: Object.keys(keys) } }
}
