import type { Channel } from '#contract/releases/channels.ts'
import type { AvailableUpdate } from '#contract/releases/available-update.ts'
import type { Database } from '#server/database/database.ts'
import { remember } from '#server/database/shared-reading.ts'
import { isMandatory, isNewer, pickOffer, rankVersions, type Candidate } from './offer.ts'
import { selectCandidates } from './queries.ts'

type CandidatesByChannel = Record<Channel, Candidate[]>
type Question = { licenseId: string; channel: Channel; running: string | undefined }

/** Milliseconds: check-ins only point to the feed, which reads again. */
const FRESH = 5000

const NONE: AvailableUpdate = { available: false, version: null, mandatory: false }

/** Answers thousands of check-ins per second from one query every few seconds. */
export function createAvailableUpdates(db: Database, clock?: () => number) {
  const read = remember(() => readRanked(db), FRESH, clock)
  return async ({ licenseId, channel, running }: Question): Promise<AvailableUpdate> => {
    const offered = pickOffer((await read())[channel], licenseId)
    if (!offered || !isNewer(offered, running)) return NONE
    return { available: true, version: offered.version, mandatory: isMandatory(offered, running) }
  }
}
export type AvailableUpdates = ReturnType<typeof createAvailableUpdates>

async function readRanked(db: Database): Promise<CandidatesByChannel> {
  const candidates = await selectCandidates(db)
  return { stable: rankVersions(candidates, 'stable'), beta: rankVersions(candidates, 'beta') }
}
