import { and, asc, count, desc, sql } from 'drizzle-orm'
import type { Database } from '#server/database/database.ts'
import { licenses } from '#server/database/schema/licensing/licenses.ts'
import { inScope } from '#server/licensing/licenses/queries.ts'
import type { Scope } from '#server/platform/http/access.ts'

/** Most tags listed. */
const TAGS_LISTED = 200

const tag = sql<string>`tag`

/** The most used tags. Repeats the condition of the index licenses_tagged. */
export const findTags = (db: Database, scope: Scope) =>
  db
    .select({ tag, count: count() })
    .from(licenses)
    .crossJoin(sql`unnest(${licenses.tags}) as tag`)
    .where(and(inScope(scope), sql`${licenses.tags} <> '{}'`))
    .groupBy(tag)
    .orderBy(desc(count()), asc(tag))
    .limit(TAGS_LISTED)
