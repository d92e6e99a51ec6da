import { DAY } from '#contract/dates.ts'
import { CHECK_IN } from '#contract/licensing/devices.ts'
import { FILE_DAYS, type LicenseFile } from '#contract/licensing/license-files.ts'

export type FileTimes = Pick<LicenseFile, 'checkInBy' | 'expiresAt' | 'graceUntil'>

const SECOND = 1000

/** Milliseconds from the start, limited by `end` if it is known. */
function timesFrom(start: Date, end: Date | null, offsets: Record<keyof FileTimes, number>): FileTimes {
  const at = (offset: number) => new Date(Math.min(start.getTime() + offset, end?.getTime() ?? Infinity)).toISOString()
  return { checkInBy: at(offsets.checkInBy), expiresAt: at(offsets.expiresAt), graceUntil: at(offsets.graceUntil) }
}

/** For a device that checks in. */
export const onlineTimes = (checkedIn: Date, end: Date | null) =>
  timesFrom(checkedIn, end, {
    checkInBy: CHECK_IN.intervalSeconds * SECOND,
    expiresAt: FILE_DAYS.online * DAY,
    graceUntil: (FILE_DAYS.online + FILE_DAYS.grace) * DAY,
  })

/** For a device without internet, which cannot check in before the end. */
export const offlineTimes = (issuedAt: Date, days: number, end: Date | null) =>
  timesFrom(issuedAt, end, {
    checkInBy: days * DAY,
    expiresAt: days * DAY,
    graceUntil: (days + FILE_DAYS.grace) * DAY,
  })

/** For a device that may not run: expired from the start. */
export const noTime = (issuedAt: Date) => timesFrom(issuedAt, null, { checkInBy: 0, expiresAt: 0, graceUntil: 0 })
