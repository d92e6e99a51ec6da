import type { Decision } from '#contract/devices.ts'
import type { State } from './state.ts'

/** What the server decided, or what there is to say without it. */
export type Outcome = { decision: Decision } | { success: string } | { refusal: string }

/** 0: may run. 1: may not. 2: nobody knows, ask again. */
export function exitCodeOf(outcome: Outcome) {
  if (!('decision' in outcome)) return 'success' in outcome ? 0 : 1
  const { valid, conclusive } = outcome.decision
  return valid ? 0 : conclusive ? 1 : 2
}

/** Whether the last conclusive decision still lets the device run, and until when. */
export function graceOf({ decision }: State, now = new Date()) {
  const until = decision?.valid ? decision.checkIn?.graceUntil : undefined
  return { mayRun: until !== undefined && now < new Date(until), until }
}

export const machineReport = (command: string, outcome: Outcome, state: State) =>
  JSON.stringify({
    command,
    ...outcome,
    exitCode: exitCodeOf(outcome),
    device: { deviceFingerprint: state.deviceFingerprint, deviceName: state.deviceName, deviceOs: state.deviceOs },
    ...graceOf(state),
  })

export function humanReport(outcome: Outcome, state: State) {
  if ('success' in outcome) return `✔ ${outcome.success}`
  if ('refusal' in outcome) return `✘ ${outcome.refusal}`
  const { decision } = outcome
  const { license, organization, checkIn, warnings } = decision
  const lines: [string, string | null | undefined][] = [
    ['License', license && `${license.label} (${license.status}, ${license.billingStatus})`],
    ['Organization', organization?.name],
    ['Device', state.deviceName && `${state.deviceName}, ${state.deviceOs}`],
    ['Device UUID', state.deviceFingerprint],
    ['Last check-in', license?.lastCheckIn],
    ['Next check-in', checkIn?.nextCheckInAt],
    ['May run until', checkIn?.graceUntil],
    ['Warnings', warnings.join(', ')],
    ['Meanwhile', decision.conclusive ? null : meanwhile(state)],
  ]
  const told = lines.filter(([, value]) => value).map(([name, value]) => `  ${name.padEnd(15)}${value}`)
  return [`${decision.valid ? '✔' : '✘'} ${decision.code}: ${decision.detail}`, ...told].join('\n')
}

function meanwhile(state: State) {
  const { mayRun, until } = graceOf(state)
  return mayRun ? `the last decision holds until ${until}` : 'there is no earlier decision to go by'
}
