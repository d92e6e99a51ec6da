import type pg from 'pg'
import { REVOCATION_LIST, type Revocations } from '#contract/licensing/license-files.ts'
import { shareReading } from '#server/database/shared-reading.ts'
import type { Signer } from '#server/licensing/devices/device-context.ts'
import { organizationNames } from '#server/licensing/signing/organization-name.ts'
import type { Secret } from '#server/platform/secrets/secrets.ts'
import { selectRevocations } from './queries.ts'

async function readRevocations(pool: pg.Pool, names: Secret): Promise<Revocations> {
  const { issuedAt, organizations: all, licenses: taken } = await selectRevocations(pool)
  return {
    issuedAt: issuedAt.toISOString(),
    organizations: all.flatMap((id) => organizationNames(names, id)).toSorted(),
    licenses: taken.map(({ licenseId, issuedBefore }) => ({
      licenseId,
      issuedBefore: new Date(issuedBefore).toISOString(),
    })),
  }
}

export const createRevocationList = (pool: pg.Pool, { files, names }: Signer) =>
  shareReading(async () => files.sign(REVOCATION_LIST, await readRevocations(pool, names)))
