import { formatDate } from '#contract/dates.ts'
import { OVERDUE_GRACE_DAYS, type DecisionCode } from '#contract/licensing/devices.ts'
import type { Finding, FindingCode } from '#contract/licensing/diagnosis.ts'
import { SILENT_DAYS } from '#contract/licensing/usage.ts'
import { MOVES, movesUsedUp, type Moves } from '#contract/licensing/moves.ts'
import { dayOf } from '#server/domain/calendar.ts'
import type { LicenseFacts } from '#server/licensing/devices/decision/queries.ts'
import { isLate } from '#server/licensing/devices/decision/rules.ts'
import { isMandatory } from '#server/releases/public.ts'
import { SEPARATE_CLONES, describeClones } from './clones.ts'
import type { Circumstances } from './queries.ts'

type WarningFacts = Circumstances & {
  code: DecisionCode
  license: LicenseFacts
  minimumVersion: string | null
  moves: Moves
  otherLicense: string | undefined
}

type Warning = {
  code: FindingCode
  question: string
  detail: (known: WarningFacts) => string | null | false | undefined
  fix: string
}

/** An ended or unpaid subscription has its own rule. */
const STOPPED: DecisionCode[] = ['SUBSCRIPTION_ENDED', 'SUBSCRIPTION_OVERDUE']

const warnings: Warning[] = [
  {
    code: 'DEVICE_TAKEN',
    question: 'The device has no other license',
    detail: ({ otherLicense }) => otherLicense && `This computer already has the license “${otherLicense}”.`,
    fix: 'Each computer needs only one license. Use that license’s key, or release that license before activating this one.',
  },
  {
    code: 'DEVICE_CLONED',
    question: 'Only one device uses it',
    detail: ({ callers, returns, license: { deviceFingerprint } }) =>
      describeClones({ callers, returns, deviceFingerprint }),
    fix: SEPARATE_CLONES,
  },
  {
    code: 'DEVICE_SILENT',
    question: `The device has checked in within ${SILENT_DAYS[0]} days`,
    detail: ({ isSilent, license: { deviceName } }) =>
      isSilent && `${deviceName ?? 'Its computer'} has not checked in for more than ${SILENT_DAYS[0]} days.`,
    fix: 'Check that the application still runs there and can reach the internet. If the computer is gone, move the license to another PC.',
  },
  {
    code: 'SUBSCRIPTION_PAST_DUE',
    question: 'The subscription is paid on time',
    detail: ({ license, code }) =>
      isLate(license) && !STOPPED.includes(code) && `A payment of ${license.organizationName} is late.`,
    fix: `Pay the open invoice on the Billing page: ${OVERDUE_GRACE_DAYS} days after it was due, devices stop.`,
  },
  {
    code: 'MOVE_LIMIT_REACHED',
    question: `Moved fewer than ${MOVES.limit} times in ${MOVES.days} days`,
    detail: ({ moves: { left, nextAt } }) => left === 0 && nextAt && movesUsedUp(nextAt),
    fix: 'The last computer can continue. To use another one, ask support to reset the moves.',
  },
  {
    code: 'VERSION_TOO_OLD',
    question: 'The application is up to date',
    detail: ({ appVersion, minimumVersion }) =>
      isMandatory({ minimumVersion }, appVersion) &&
      `The computer runs version ${appVersion}. At least ${minimumVersion} is needed.`,
    fix: 'Install the latest version from the Downloads page on that computer.',
  },
  {
    code: 'OFFLINE_FILE_ENDS',
    question: 'The offline license file has not expired',
    detail: ({ offlineUntil, endsSoon, license: { now } }) =>
      offlineUntil &&
      endsSoon &&
      `The license file ${offlineUntil > now.toISOString() ? 'ends' : 'ended'} on ${formatDate(dayOf(offlineUntil))}.`,
    fix: 'If the computer still has no internet, create a new license file and copy it there.',
  },
]

export const warn = (known: WarningFacts): Finding[] =>
  warnings.flatMap(({ code, question, detail, fix }) => {
    const found = detail(known)
    return found ? [{ code, question, outcome: 'warning', detail: found, fix }] : []
  })
