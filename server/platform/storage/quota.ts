import type { UploadPurpose } from '#contract/releases/uploads.ts'
import type { Database } from '#server/database/database.ts'
import { HttpError } from '#server/platform/http/errors.ts'
import { findOwner, lockUploads, setReserved, sumUnclaimed } from './queries.ts'

const MB = 1_048_576
type Quota = { user: number; organization: number }

/** Bytes that may wait for the record they belong to. Releases are large, and only admins upload them. */
const SMALL_FILES: Quota = { user: 250 * MB, organization: 1000 * MB }
const APPLICATIONS: Quota = { user: 20_480 * MB, organization: 20_480 * MB }
const quotaOf = (purpose: UploadPurpose) => (purpose === 'application' ? APPLICATIONS : SMALL_FILES)

const FULL = 'Too many of your uploads are still unused. Save what they belong to, or try again tomorrow.'

/**
 * Reserves room for a file that is about to arrive: 429 if its owner or their organization has too many files that no record has
 * claimed. Claiming or deleting a file frees its room, because both are what is summed here.
 */
export const reserveRoom = (db: Database, key: string, bytes: number) =>
  db.transaction(async (tx) => {
    const owner = await findOwner(tx, key)
    if (!owner) return
    const { userId, organizationId, purpose } = owner
    // What an earlier attempt has left may still lie there.
    const room = Math.max(bytes, owner.reserved ?? 0)
    // Uploads of one organization are reserved one after the other.
    await lockUploads(tx, organizationId ?? userId)
    const used = await sumUnclaimed(tx, owner, key)
    const quota = quotaOf(purpose)
    if (used.user + room > quota.user || used.organization + room > quota.organization) throw new HttpError(429, FULL)
    await setReserved(tx, key, room)
  })

/** Of a file that was refused, and of which nothing is kept. */
export const releaseRoom = (db: Database, key: string) => setReserved(db, key, null)
