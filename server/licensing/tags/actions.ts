import { changeTags, TAGS_MAX, TOO_MANY_TAGS, type TagChange } from '#contract/licensing/tags.ts'
import type { Database } from '#server/database/database.ts'
import { changeEach } from '#server/licensing/licenses/bulk.ts'
import { auditLicense } from '#server/licensing/licenses/history/audit-license.ts'
import { updateLicense } from '#server/licensing/licenses/queries.ts'
import type { Actor } from '#server/platform/actor.ts'
import type { Scope } from '#server/platform/http/access.ts'
import { conflict } from '#server/platform/http/errors.ts'

/** Adds and removes tags of many licenses. Reports why some were skipped. */
export const tagLicenses = (db: Database, actor: Actor, scope: Scope, { ids, ...change }: TagChange) =>
  changeEach(db, scope, [...new Set(ids)], {
    change: async (tx, license) => {
      const tags = changeTags(license.tags, change)
      if (tags.length > TAGS_MAX) throw conflict(TOO_MANY_TAGS)
      if (tags.join() === license.tags.join()) return
      const after = await updateLicense(tx, license, { tags })
      await auditLicense(tx, actor, 'license.updated', { license, before: license, after })
    },
  })
