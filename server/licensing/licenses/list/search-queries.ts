import { and, desc, eq, or, sql, type SQL } from 'drizzle-orm'
import { SEARCH_GROUP } from '#contract/operations/search.ts'
import { isAdmin } from '#contract/roles.ts'
import type { Database } from '#server/database/database.ts'
import { joinedText, mayContain } from '#server/database/search/parts-search.ts'
import { organizations } from '#server/database/schema/identity/organizations.ts'
import { licenses } from '#server/database/schema/licensing/licenses.ts'
import { inScope } from '#server/licensing/licenses/queries.ts'
import { scopeOf, type Reader } from '#server/platform/http/access.ts'
import { isWhole } from '#server/platform/http/lists/queries.ts'

/** Characters of the key in results: the first group and the start of the second. */
export const KEY_START = 8

const startOfKey = sql`left(${licenses.licenseKey}, ${sql.raw(String(KEY_START))})`

const mentionsKey = (wanted: SQL) => sql`strpos(${licenses.licenseKey}, ${wanted}) > 0`

/** Also finds a whole key, which the searcher knows already. */
const mentionsStart = (wanted: SQL) => sql`(strpos(${startOfKey}, ${wanted}) > 0 or ${licenses.licenseKey} = ${wanted})`

/** Compares with each license: label, device name and key, which is upper case. strpos costs half as much as a pattern. */
export function mentions(search: string, isKeySecret = false) {
  const [lower, upper] = [sql`(select lower(${search}))`, sql`(select upper(${search}))`]
  return or(
    sql`strpos(lower(${licenses.label}), ${lower}) > 0`,
    (isKeySecret ? mentionsStart : mentionsKey)(upper),
    sql`strpos(lower(${licenses.deviceName}), ${lower}) > 0`,
  )
}

const text = joinedText(licenses.label, licenses.deviceName, licenses.licenseKey)

/** The same, by an index. Only for the newest few, whose order ends the search for what many licenses have. */
export const newestMention = (search: string) => and(mayContain(text, search), mentions(search))

const newestFirst = [desc(licenses.createdAt), desc(licenses.id)]

/** Up to this number, licenses are found by their ids. */
const FEW = 100

/** Ids of those that a search of all organizations finds. Nothing if they are many, which reading all licenses finds sooner. */
export async function findFew(db: Database, search: string) {
  const found = await db
    .select({ id: licenses.id })
    .from(licenses)
    .where(newestMention(search))
    .orderBy(...newestFirst)
    .limit(FEW + 1)
  return found.length > FEW ? undefined : found.map(({ id }) => id)
}

const hasExactName = (search: string) => isWhole(search, licenses.label, sql`coalesce(${licenses.deviceName}, '')`)

const findNewest = (db: Database, search: string, wanted: SQL | undefined) =>
  db
    .select({
      id: licenses.id,
      label: licenses.label,
      licenseKey: licenses.licenseKey,
      deviceName: licenses.deviceName,
      organizationName: organizations.name,
      isExactName: hasExactName(search),
    })
    .from(licenses)
    .innerJoin(organizations, eq(organizations.id, licenses.organizationId))
    .where(wanted)
    .orderBy(...newestFirst)
    .limit(SEARCH_GROUP)

/** Exact names come first; across all organizations only those among the newest, because no index finds a whole name among millions. */
export async function searchLicenses(db: Database, reader: Reader, search: string) {
  const scope = scopeOf(reader)
  const find = (wanted: SQL | undefined) => findNewest(db, search, and(inScope(scope), wanted))
  const newest = await find(newestMention(search))
  const isAll = newest.length < SEARCH_GROUP || scope === 'all'
  const whole = isAll ? newest.filter(({ isExactName }) => isExactName) : await find(hasExactName(search))
  const others = newest.filter(({ isExactName }) => !isExactName)
  return [...whole, ...others]
    .slice(0, SEARCH_GROUP)
    .map(({ id, label, deviceName, licenseKey, organizationName }) => ({
      id,
      label,
      deviceName,
      keyStart: licenseKey.slice(0, KEY_START),
      organizationName: isAdmin(reader.role) ? organizationName : null,
    }))
}
