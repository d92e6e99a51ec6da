/** The command was called wrongly: exit code 64. */
export class UsageError extends Error {}

type Details = { status?: number; errors?: Record<string, string> | undefined }

/** The server refused: the same call would be refused again. Exit code 1. */
export class Refusal extends Error {
  status: number | undefined
  errors: Record<string, string> | undefined
  constructor(message: string, { status, errors }: Details = {}) {
    super(message)
    this.status = status
    this.errors = errors
  }
}

/** Nothing was decided: no network, a fault of the server, or too many calls. Exit code 2. */
export class TryAgain extends Error {
  status: number | undefined
  constructor(message: string, status?: number) {
    super(message)
    this.status = status
  }
}

export function exitCodeOf(failure: unknown) {
  if (failure instanceof UsageError) return 64
  if (failure instanceof Refusal) return 1
  return failure instanceof TryAgain ? 2 : 70
}

/** The sentence, then each field that it does not mention yet. */
export function describe(failure: unknown) {
  if (!(failure instanceof Error)) return String(failure)
  const fields = Object.entries(failure instanceof Refusal ? (failure.errors ?? {}) : {})
  return [
    failure.message,
    ...fields.filter(([, message]) => message !== failure.message).map(([field, message]) => `  ${field}: ${message}`),
  ].join('\n')
}

/** The one document that a failed command prints with --json. */
export const failureDocument = (failure: unknown) => ({
  error: {
    message: failure instanceof Error ? failure.message : String(failure),
    ...(failure instanceof Refusal || failure instanceof TryAgain ? { status: failure.status ?? null } : {}),
    ...(failure instanceof Refusal && failure.errors ? { errors: failure.errors } : {}),
    canTryAgain: failure instanceof TryAgain,
  },
})
