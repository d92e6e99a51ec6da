import type pg from 'pg'
import { decide } from './decision.ts'
import { createFactsReader, isKnown } from './queries.ts'

/** For updates: returns the license of a token, and why it may not run there. */
export function createTokenStatusReader(pool: pg.Pool) {
  const factsByToken = createFactsReader(pool, 'token')
  return async (deviceTokenHash: Buffer) => {
    const license = await factsByToken(deviceTokenHash)
    if (!isKnown(license)) return undefined
    const { valid, detail } = decide(license, { fingerprint: null })
    return { licenseId: license.id, refusal: valid ? undefined : detail }
  }
}
