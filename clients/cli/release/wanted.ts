import { UsageError } from '#clients/cli/failures.ts'
import { oneOf, required, wholeNumber, type FlagName, type Flags } from '#clients/cli/flags.ts'

/** How a version shall be published. Undefined: as the draft says, or as the portal does without it. */
export type WantedRelease = ReturnType<typeof readWanted>

export function readWanted(flags: Flags) {
  const channel = oneOf(flags.channel, 'channel', ['stable', 'beta'])
  const isLatest = flags.latest === true
  if (isLatest && channel === 'beta') throw new UsageError('A beta can’t be the latest version. Leave out --latest.')
  if (flags.draft && (isLatest || flags.at !== undefined))
    throw new UsageError('--draft publishes nothing. Leave out --latest and --at.')
  return {
    version: shortLine(flags.version, 'version', '2.4.1'),
    platform: shortLine(flags.platform ?? 'Windows', 'platform', 'Windows'),
    architecture: oneOf(flags.architecture, 'architecture', ['any', 'x64', 'arm64']),
    channel,
    rolloutPercent: wholeNumber(flags.rollout, 'rollout', [0, 100]),
    minimumVersion: minimumIn(flags),
    isLatest,
    publishAt: flags.at === undefined ? null : readTime(flags.at),
    isDraft: flags.draft === true,
  }
}

function shortLine(given: string | undefined, name: FlagName, example: string) {
  const text = required(given, name, example).trim()
  if (text.length > 60 || /[\p{Cc}\p{Cf}]/u.test(text))
    throw new UsageError(`--${name} must be one line of at most 60 characters.`)
  return text
}

/** Update feeds offer only version numbers that updaters can order. */
export const isComparable = (version: string) =>
  /^\d{1,9}((\.\d{1,9}){0,3}|(\.\d{1,9}){2,3}-[0-9A-Za-z-]+(\.[0-9A-Za-z-]+)*)$/.test(version)

function minimumIn({ 'minimum-version': minimum }: Flags) {
  if (minimum === undefined || isComparable(minimum.trim())) return minimum?.trim()
  throw new UsageError('--minimum-version must be a version such as 2.0.0.')
}

const WITH_ZONE = /^(\d{4}-\d\d-\d\d)T\d\d:\d\d(:\d\d(\.\d{1,3})?)?(Z|[+-]\d\d:\d\d)$/

/** For Date.parse, February 30 is March 2. */
const isDay = (day: string) => !Number.isNaN(Date.parse(day)) && new Date(day).toISOString().startsWith(day)

function readTime(text: string) {
  const [, day = ''] = WITH_ZONE.exec(text) ?? []
  const time = isDay(day) ? Date.parse(text) : NaN
  if (Number.isNaN(time)) throw new UsageError('--at must be a time with its zone, such as 2026-12-01T08:00:00+02:00.')
  if (time <= Date.now()) throw new UsageError('--at must be in the future.')
  return new Date(time).toISOString()
}
