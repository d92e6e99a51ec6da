type Failure = Error & { code?: string; constraint?: string }

const UNIQUE_VIOLATION = '23505'

/** True when a write was refused by this unique index, however deep the driver wrapped the error. */
export function violates(error: unknown, index: string): boolean {
  if (!(error instanceof Error)) return false
  const { code, constraint, cause }: Failure = error
  return (code === UNIQUE_VIOLATION && constraint === index) || violates(cause, index)
}

/** What PostgreSQL says when it cannot even write a temporary file. */
export const DISK_FULL = '53100'

/** True of what PostgreSQL answered with this code, however deep the driver wrapped it. */
export const hasCode = (error: unknown, code: string): boolean =>
  error instanceof Error && (('code' in error && error.code === code) || hasCode(error.cause, code))
