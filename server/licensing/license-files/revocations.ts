import type pg from 'pg'
import { REVOCATION_LIST, type Revocations } from '#contract/licensing/license-files.ts'
import { shareReading } from '#server/database/shared-reading.ts'
import type { Signer } from '#server/licensing/devices/device-context.ts'
import { organizationPseudonyms } from '#server/licensing/signing/organization-pseudonym.ts'
import type { Secret } from '#server/platform/secrets/secrets.ts'
import { selectRevocations } from './queries.ts'

async function readRevocations(pool: pg.Pool, pseudonymSecret: Secret): Promise<Revocations> {
  const { issuedAt, organizations: all, licenses: taken } = await selectRevocations(pool)
  return {
    issuedAt: issuedAt.toISOString(),
    organizations: all.flatMap((id) => organizationPseudonyms(pseudonymSecret, id)).toSorted(),
    licenses: taken.map(({ licenseId, issuedBefore }) => ({
      licenseId,
      issuedBefore: new Date(issuedBefore).toISOString(),
    })),
  }
}

export const createRevocationList = (pool: pg.Pool, { files, pseudonymSecret }: Signer) =>
  shareReading(async () => files.sign(REVOCATION_LIST, await readRevocations(pool, pseudonymSecret)))
