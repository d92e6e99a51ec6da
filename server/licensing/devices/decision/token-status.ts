import type pg from 'pg'
import { refusalOnDevice } from './decision.ts'
import { createBindingReader, isKnown } from './queries.ts'

/** For updates: the hash of the token that a license's device has, and why it may not run there. Undefined without a device. */
export function createTokenStatusReader(pool: pg.Pool) {
  const readBinding = createBindingReader(pool)
  return async (licenseId: string) => {
    const license = await readBinding(licenseId)
    if (!isKnown(license) || !license.deviceTokenHash) return undefined
    return { deviceTokenHash: license.deviceTokenHash, refusal: refusalOnDevice(license) }
  }
}
