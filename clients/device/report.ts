import type { Decision } from '#clients/typescript/answers.ts'
import type { Status } from '#clients/typescript/license-state.ts'
import type { Computer } from './computer.ts'

/** Result of a command: a decision, the local status, or a message. */
export type Outcome =
  | { decision: Decision; error?: string | undefined }
  | { status: Status }
  | { success: string }
  | { refusal: string }
  | { unknown: string }

/** 0: may run. 1: may not run. 2: no decision, try again. */
export function exitCodeOf(outcome: Outcome) {
  if ('status' in outcome) return outcome.status.mayRun ? 0 : 1
  if (!('decision' in outcome)) return 'success' in outcome ? 0 : 'refusal' in outcome ? 1 : 2
  const { valid, conclusive } = outcome.decision
  return valid ? 0 : conclusive ? 1 : 2
}

export function machineReport(command: string, outcome: Outcome, { device, licensing }: Computer) {
  const { mayRun, code, warnings, features, file } = licensing.status()
  const now = { mayRun, code, warnings, features, until: file?.graceUntil }
  return JSON.stringify({ command, ...outcome, exitCode: exitCodeOf(outcome), device, ...now })
}

export function humanReport(outcome: Outcome, computer: Computer) {
  if ('success' in outcome) return `✔ ${outcome.success}`
  if ('refusal' in outcome) return `✘ ${outcome.refusal}`
  if ('unknown' in outcome) return `✘ ${outcome.unknown}`
  return 'status' in outcome ? statusReport(outcome.status) : decisionReport(outcome, computer)
}

function decisionReport({ decision, error }: { decision: Decision; error?: string | undefined }, computer: Computer) {
  const { device, licensing } = computer
  const { license, organization, checkIn, warnings, valid, code, detail, conclusive } = decision
  return lines(`${valid ? '✔' : '✘'} ${code}: ${detail}`, [
    ['License', license && `${license.label} (${license.status}, ${license.billingStatus})`],
    ['Organization', organization?.name],
    ['Device', `${device.deviceName}, ${device.deviceOs}`],
    ['Device UUID', device.deviceFingerprint],
    ['Last check-in', license?.lastCheckIn],
    ['Next check-in', checkIn?.nextCheckInAt],
    ['May run until', checkIn?.graceUntil],
    ['Features', conclusive && !valid ? null : licensing.status().features.join(', ')],
    ['Warnings', warnings.join(', ')],
    ['Cause', error],
    ['Until then', conclusive ? null : lastDecision(licensing.status())],
  ])
}

function statusReport({ mayRun, code, detail, warnings, features, file }: Status) {
  return lines(`${mayRun ? '✔' : '✘'} ${code}: ${detail}`, [
    ['License', file && `${file.label} (${file.status})`],
    ['Device UUID', file?.deviceFingerprint],
    ['Issued', file?.issuedAt],
    ['Check in by', file?.checkInBy],
    ['May run until', file?.graceUntil],
    ['Features', features.join(', ')],
    [
      'Warnings',
      warnings.map(({ code: warning, until }) => (until ? `${warning} until ${until}` : warning)).join(', '),
    ],
  ])
}

const lastDecision = ({ mayRun, code, file }: Status) =>
  mayRun && file
    ? `the last decision is valid until ${file.graceUntil}`
    : `no earlier decision allows it to run: ${code}`

function lines(title: string, facts: [string, string | null | undefined][]) {
  const known = facts.filter(([, value]) => value).map(([name, value]) => `  ${name.padEnd(15)}${value}`)
  return [title, ...known].join('\n')
}
