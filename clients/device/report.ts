import type { Decision } from '#clients/typescript/answers.ts'
import type { Status } from '#clients/typescript/belief.ts'
import type { VerdictCode } from '#clients/typescript/license-file.ts'
import type { Computer } from './computer.ts'

/** What the server decided, what the license file says, or what else there is to say. */
export type Outcome =
  | { decision: Decision }
  | { status: Status }
  | { success: string }
  | { refusal: string }
  | { unknown: string }

/** 0: may run. 1: may not. 2: nobody knows, ask again. */
export function exitCodeOf(outcome: Outcome) {
  if ('status' in outcome) return outcome.status.mayRun ? 0 : 1
  if (!('decision' in outcome)) return 'success' in outcome ? 0 : 'refusal' in outcome ? 1 : 2
  const { valid, conclusive } = outcome.decision
  return valid ? 0 : conclusive ? 1 : 2
}

export function machineReport(command: string, outcome: Outcome, { device, licensing }: Computer) {
  const { mayRun, code, warnings, file } = licensing.status()
  const until = file?.graceUntil
  return JSON.stringify({ command, ...outcome, exitCode: exitCodeOf(outcome), device, mayRun, code, warnings, until })
}

export function humanReport(outcome: Outcome, computer: Computer) {
  if ('success' in outcome) return `✔ ${outcome.success}`
  if ('refusal' in outcome) return `✘ ${outcome.refusal}`
  if ('unknown' in outcome) return `✘ ${outcome.unknown}`
  return 'status' in outcome ? statusReport(outcome.status) : decisionReport(outcome.decision, computer)
}

function decisionReport(decision: Decision, { device, licensing }: Computer) {
  const { license, organization, checkIn, warnings, valid, code, detail, conclusive } = decision
  return lines(`${valid ? '✔' : '✘'} ${code}: ${detail}`, [
    ['License', license && `${license.label} (${license.status}, ${license.billingStatus})`],
    ['Organization', organization?.name],
    ['Device', `${device.deviceName}, ${device.deviceOs}`],
    ['Device UUID', device.deviceFingerprint],
    ['Last check-in', license?.lastCheckIn],
    ['Next check-in', checkIn?.nextCheckInAt],
    ['May run until', checkIn?.graceUntil],
    ['Warnings', warnings.join(', ')],
    ['Meanwhile', conclusive ? null : meanwhile(licensing.status())],
  ])
}

function statusReport({ mayRun, code, warnings, file }: Status) {
  return lines(`${mayRun ? '✔' : '✘'} ${code}: ${SENTENCES[code]}`, [
    ['License', file && `${file.label} (${file.status})`],
    ['Device UUID', file?.deviceFingerprint],
    ['Issued', file?.issuedAt],
    ['Check in by', file?.checkInBy],
    ['May run until', file?.graceUntil],
    ['Warnings', warnings.map((warning) => `${warning.code} until ${warning.until}`).join(', ')],
  ])
}

const SENTENCES: Record<VerdictCode, string> = {
  VALID: 'The license file is valid on this device.',
  MALFORMED: 'This is not a license file.',
  UNSUPPORTED: 'The license file is made for a newer application.',
  UNKNOWN_KEY: 'The license file is signed with a key that this device does not trust.',
  BAD_SIGNATURE: 'The license file was changed after it was signed.',
  WRONG_DEVICE: 'The license file is for another device.',
  WRONG_LICENSE: 'The license file is for another license.',
  CLOCK: 'The clock of this device is wrong. Set it right, or check in.',
  REPLAY: 'The license file is an answer to another question.',
  REVOKED_BY_LIST: 'The license file is void: the license was revoked or moved since.',
  REVOKED: 'The license was revoked.',
  INACTIVE: 'The license is inactive.',
  NOT_ACTIVATED: 'This device has no license. Activate it with a license key.',
  EXPIRED: 'The last check-in is too long ago. Connect to the network and check in.',
}

const meanwhile = ({ mayRun, code, file }: Status) =>
  mayRun && file ? `the last decision holds until ${file.graceUntil}` : `no earlier decision lets it run: ${code}`

function lines(title: string, facts: [string, string | null | undefined][]) {
  const told = facts.filter(([, value]) => value).map(([name, value]) => `  ${name.padEnd(15)}${value}`)
  return [title, ...told].join('\n')
}
