type Failure = Error & { code?: string; constraint?: string }

const UNIQUE_VIOLATION = '23505'

/** True if this unique index refused a write. Looks into wrapped errors. */
export function violates(error: unknown, index: string): boolean {
  if (!(error instanceof Error)) return false
  const { code, constraint, cause }: Failure = error
  return (code === UNIQUE_VIOLATION && constraint === index) || violates(cause, index)
}

/** Another row refers to the deleted one. */
export const STILL_REFERENCED = '23503'

/** PostgreSQL cannot even write a temporary file. */
export const DISK_FULL = '53100'

export const FORBIDDEN = '42501'

/** True for this SQLSTATE or code of Node.js. Looks into wrapped errors. */
export const hasCode = (error: unknown, code: string): boolean =>
  error instanceof Error && (('code' in error && error.code === code) || hasCode(error.cause, code))

export const isFileSystemFull = (error: unknown) => hasCode(error, 'ENOSPC') || hasCode(error, 'EDQUOT')

const ENDED = ['57P01', '57P02', '57P03', '08P01']
const UNREACHABLE = 'ECONNREFUSED ECONNRESET EHOSTUNREACH ENETUNREACH ENOENT ENOTFOUND EPIPE ETIMEDOUT'.split(' ')
const AWAY = [...ENDED, ...UNREACHABLE]
const SILENT = /^(Connection terminated|timeout exceeded when trying to connect|Query read timeout)/

/** True if a server, or the pooler or connection to it, has ended or is silent. A locked table is neither. Looks into wrapped errors. */
export const isAway = (error: unknown): boolean =>
  error instanceof Error &&
  (AWAY.some((code) => hasCode(error, code)) || SILENT.test(error.message) || isAway(error.cause))
