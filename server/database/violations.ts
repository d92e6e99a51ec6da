type Failure = Error & { code?: string; constraint?: string }

const UNIQUE_VIOLATION = '23505'

/** True when a write was refused by this unique index, however deep the driver wrapped the error. */
export function violates(error: unknown, index: string): boolean {
  if (!(error instanceof Error)) return false
  const { code, constraint, cause }: Failure = error
  return (code === UNIQUE_VIOLATION && constraint === index) || violates(cause, index)
}
