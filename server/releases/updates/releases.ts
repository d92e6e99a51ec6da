import type { Audience } from '#contract/releases/updates.ts'
import type { Database } from '#server/database/database.ts'
import { createBatch } from '#server/database/statements/batch.ts'
import { rankVersions, type Candidate } from './offer.ts'
import { selectBlockMaps } from './block-maps/queries.ts'
import {
  findReleases,
  findRunningVersion,
  selectCandidates,
  selectPackage,
  selectPackagesNamed,
  type Release,
} from './queries.ts'

/** Newest first, for devices of this channel and architecture. */
export type Rank = (audience: Audience) => Candidate[]

/** Requests in the same turn of the event loop share queries. Nothing is cached, so that withdrawals take effect immediately. */
export function createReleases(db: Database) {
  const ranks = createBatch<void, Rank>(
    async (askers) => {
      const rank = rankOnce(await selectCandidates(db))
      return askers.map(() => rank)
    },
    { atOnce: 2 },
  )
  const releases = createBatch<string, Release | undefined>(
    async (ids) => {
      const found = new Map((await findReleases(db, [...new Set(ids)])).map((release) => [release.id, release]))
      return ids.map((id) => found.get(id))
    },
    { atOnce: 2 },
  )
  return {
    rank: () => ranks.add(),
    find: releases.add,
    packageOf: (versionId: string) => selectPackage(db, versionId),
    packagesNamed: (fileName: string) => selectPackagesNamed(db, fileName),
    blockMapsOf: (platform: string) => selectBlockMaps(db, platform),
    runningOn: (licenseId: string) => findRunningVersion(db, licenseId),
  }
}
export type Releases = ReturnType<typeof createReleases>

function rankOnce(candidates: Candidate[]): Rank {
  const ranked = new Map<string, Candidate[]>()
  return ({ channel, architecture }) => {
    const key = `${channel} ${architecture}`
    const known = ranked.get(key) ?? rankVersions(candidates, channel, architecture)
    ranked.set(key, known)
    return known
  }
}
