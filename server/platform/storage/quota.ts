import type { UploadPurpose } from '#contract/releases/uploads.ts'
import type { Database } from '#server/database/database.ts'
import { HttpError } from '#server/platform/http/errors.ts'
import { findOwner, lockUploads, setReserved, sumUnclaimed } from './queries.ts'

const MB = 1_048_576
type Quota = { user: number; organization: number }

/** Bytes of unclaimed files. Releases are large, and only admins upload them. */
const SMALL_FILES: Quota = { user: 250 * MB, organization: 1000 * MB }
const APPLICATIONS: Quota = { user: 20_480 * MB, organization: 20_480 * MB }
const quotaOf = (purpose: UploadPurpose) => (purpose === 'application' ? APPLICATIONS : SMALL_FILES)

const FULL = 'Too many of your uploads are still unused. Save what they belong to, or try again tomorrow.'

/**
 * Reserves space for a file: 429 if its owner or organization has too many unclaimed files. Claiming or deleting a file frees its space,
 * because the sum is computed.
 */
export const reserveRoom = (db: Database, key: string, bytes: number) =>
  db.transaction(async (tx) => {
    const owner = await findOwner(tx, key)
    if (!owner) return
    const { userId, organizationId, purpose } = owner
    // An earlier attempt may still occupy its size.
    const room = Math.max(bytes, owner.reserved ?? 0)
    // Uploads of one organization are reserved in turn.
    await lockUploads(tx, organizationId ?? userId)
    const used = await sumUnclaimed(tx, owner, key)
    const quota = quotaOf(purpose)
    if (used.user + room > quota.user || used.organization + room > quota.organization) throw new HttpError(429, FULL)
    await setReserved(tx, key, room)
  })

export const releaseRoom = (db: Database, key: string) => setReserved(db, key, null)
