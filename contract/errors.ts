import * as z from 'zod/mini'

/**
 * The body of every refusal. `errors` has a message for each invalid field, `code` is for programs, and `about` names what is in the way, if
 * the caller may read it.
 */
export const ApiFailure = z.object({
  message: z.string(),
  code: z.optional(z.string()),
  errors: z.optional(z.record(z.string(), z.string())),
  about: z.optional(z.object({ id: z.uuid(), label: z.string() })),
  /** Of an account that waits for approval, after its password. */
  pending: z.optional(z.object({ since: z.string(), isEmailVerified: z.boolean() })),
})
export type ApiFailure = z.infer<typeof ApiFailure>

/** Code of a 403: the view as a customer that the request names is over. */
export const VIEWING_ENDED = 'VIEWING_ENDED'

/** Code of a 409: the first call with this Idempotency-Key has no answer yet. Repeat the call a little later. */
export const STILL_RUNNING = 'STILL_RUNNING'

export const NO_PERMISSION = "You don't have permission to access this page."
export const NOT_YOUR_ROLE = 'Your role doesn’t allow this.'
export const NOT_SIGNED_IN = 'Not signed in'

/** Why the server does not send requests to an address that a customer has entered. */
export const NO_HTTPS = 'The address must start with https://'
export const NOT_PUBLIC = 'This address is not on the public internet'
