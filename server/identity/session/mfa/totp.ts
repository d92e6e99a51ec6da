import { Secret, TOTP } from 'otpauth'

const STEP_SECONDS = 30

/** Time steps that a clock may differ. */
const DRIFT = 1

/** 160 bits in base32, as RFC 4226 recommends. */
export const newSecret = () => new Secret({ size: 20 }).base32

export const otpauthUrl = (secret: string, issuer: string, label: string) =>
  new TOTP({ secret, issuer, label }).toString()

/** The time step of this code: now, one before or one after. `seconds` since 1970. */
export function stepOf(secret: string, code: string, seconds: number) {
  const drift = new TOTP({ secret }).validate({ token: code, timestamp: seconds * 1000, window: DRIFT })
  return drift === null ? null : Math.floor(seconds / STEP_SECONDS) + drift
}
