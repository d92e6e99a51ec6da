import { Secret, TOTP } from 'otpauth'

/** How long a code is shown. */
const STEP_SECONDS = 30

/** Steps a clock may be ahead or behind. */
const DRIFT = 1

/** 160 bits, as RFC 4226 recommends, in base32. */
export const newSecret = () => new Secret({ size: 20 }).base32

export const otpauthUrl = (secret: string, issuer: string, label: string) =>
  new TOTP({ secret, issuer, label }).toString()

/** The time step that shows this code, if that is now, one before or one after. `seconds` since 1970. */
export function stepOf(secret: string, code: string, seconds: number) {
  const drift = new TOTP({ secret }).validate({ token: code, timestamp: seconds * 1000, window: DRIFT })
  return drift === null ? null : Math.floor(seconds / STEP_SECONDS) + drift
}
