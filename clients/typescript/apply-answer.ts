import { notTheServer, type Answer } from './answers.ts'
import { verifyLicenseFile, type Check, type LicenseFile, type Verdict, type VerdictCode } from './license-file.ts'
import { licenseIdOf, withoutLicense, type Identity, type LicensingState } from './license-state.ts'
import { MESSAGES } from './messages.ts'
import { isLossCode } from './parse-state.ts'

/** The request that the server answered. */
export type AnsweredRequest = {
  /** Saved if the answer is valid. */
  licenseKey?: string | undefined
  /** Sent with this computer's token or stored key, so the answer is about its current license. */
  isOwn?: boolean | undefined
}

export type AppliedAnswer = {
  state: LicensingState
  /** The server's decision, or this application's verdict if it refuses what the server allowed. */
  answer: Answer
  /** Null if the answer isn't signed. */
  file: LicenseFile | null
}

/** Returns the state after an answer. Only a signed, fresh answer about this device changes the license. */
export function applyAnswer(
  state: LicensingState,
  identity: Identity,
  answer: Answer,
  request: AnsweredRequest,
): AppliedAnswer {
  const verdict = verifyFresh({ ...identity, licenseKey: request.licenseKey }, answer)
  const confirmed = confirm(answer, verdict)
  if (!verdict?.file || !SIGNED.includes(verdict.code)) {
    return {
      state: markUnreadable(state, identity, verdict?.code ?? answer.decision.code),
      answer: confirmed,
      file: null,
    }
  }
  const { file } = verdict
  return { state: applyFile(state, identity, { answer, verdict, file, request }), answer: confirmed, file }
}

type SignedAnswer = { answer: Answer; verdict: Verdict; file: LicenseFile; request: AnsweredRequest }

function applyFile(
  state: LicensingState,
  identity: Identity,
  { answer, verdict, file, request }: SignedAnswer,
): LicensingState {
  const { licenseFile, deviceToken, updateToken, decision } = answer
  const ownId = licenseIdOf(state, identity)
  const isOwn = request.isOwn === true || ownId === file.licenseId
  const lastSeen = file.issuedAt
  const { lost } = file
  if (isLossCode(lost) && (isOwn || ownId === undefined)) {
    return { ...withoutLicense(state), lastSeen, lost: { code: lost, licenseId: file.licenseId, at: file.issuedAt } }
  }
  // A refused key that a user tries while a license is running must not end that license.
  if (!verdict.valid && !isOwn) return state
  const kept = isOwn ? state : withoutLicense(state)
  const { code, warnings } = decision
  const update = answer.update ?? kept.notice?.update ?? null
  const next = { ...kept, lastSeen, notice: { code, warnings, update }, unreadable: undefined }
  // Keep the file for the previous hardware: the UUID may have been misread once.
  if (code === 'HARDWARE_CHANGED') return next
  return {
    ...next,
    licenseFile,
    licenseKey: (verdict.valid ? request.licenseKey : undefined) ?? kept.licenseKey,
    deviceToken: deviceToken ?? kept.deviceToken,
    updateToken: updateToken ?? kept.updateToken,
    // A refusal ends an imported file too.
    importedFile: verdict.valid ? kept.importedFile : undefined,
    lost: undefined,
  }
}

const SIGNED: VerdictCode[] = ['VALID', 'EXPIRED', 'REVOKED', 'INACTIVE', 'NOT_ACTIVATED']

/** Verifies at the time of issue: the answer has our nonce, so it was issued now, even if this computer's clock is wrong. */
function verifyFresh(check: Check, { licenseFile, decision: { nonce } }: Answer): Verdict | undefined {
  if (licenseFile === undefined || nonce === null) return undefined
  const verdict = verifyLicenseFile(licenseFile, check)
  return verdict.file
    ? verifyLicenseFile(licenseFile, { ...check, nonce, now: new Date(verdict.file.issuedAt) })
    : verdict
}

/** Refuses a valid decision whose file this application can't verify. */
function confirm(answer: Answer, verdict: Verdict | undefined): Answer {
  const { decision } = answer
  if (!decision.valid || verdict?.valid) return answer
  if (!verdict) return { ...answer, ...notTheServer('a valid decision without a license file') }
  const { code } = verdict
  if (IMPOSSIBLE.includes(code)) {
    return { ...answer, ...notTheServer(`a valid decision with a license file that is ${code}`) }
  }
  return { ...answer, decision: { ...decision, valid: false, code, detail: MESSAGES[code] } }
}

/** A license server never sends these with a valid decision. */
const IMPOSSIBLE: VerdictCode[] = ['MALFORMED', 'BAD_SIGNATURE', 'REPLAY', 'CLOCK']

function markUnreadable(state: LicensingState, { keys }: Identity, code: string): LicensingState {
  if (code !== 'UNKNOWN_KEY' && code !== 'UNSUPPORTED') return state
  return { ...state, unreadable: { code, kids: Object.keys(keys) } }
}
