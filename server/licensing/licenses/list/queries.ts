import { and, count, eq, inArray, sql, type Placeholder, type SQL } from 'drizzle-orm'
import type { LicenseFilter } from '#contract/licensing/licenses.ts'
import { named, only, type Database } from '#server/database/database.ts'
import { prepared } from '#server/database/statements/prepared.ts'
import { checkIns, licenses } from '#server/database/schema/licensing/licenses.ts'
import { lastCheckInOf, ofLicense } from '#server/domain/licenses.ts'
import { billingStatus, billingStatusOf } from '#server/domain/organizations.ts'
import { askedIn, inScope, selectShown, type AskedScope } from '#server/licensing/licenses/queries.ts'
import { isSilent } from '#server/licensing/licenses/silence/queries.ts'
import { countByStatus } from '#server/licensing/licenses/usage/count-queries.ts'
import type { Scope } from '#server/platform/http/access.ts'
import { pageFrom } from '#server/platform/http/lists/pages.ts'
import { after, limitOf, orderBy, sortOf, type ListQuery, type Order } from '#server/platform/http/lists/queries.ts'
import { findFew, KEY_START, mentions } from './search-queries.ts'

/** Sort columns. Never null, because cursors need a value. */
const columns = {
  label: sql`lower(${licenses.label})`,
  status: sql`${licenses.status}::text`,
  deviceName: sql`lower(coalesce(${licenses.deviceName}, ''))`,
  lastCheckIn: sql`coalesce(${checkIns.lastCheckIn}, '-infinity')`,
  createdAt: sql`${licenses.createdAt}`,
}

type LicenseQuery = ListQuery & {
  [Filter in keyof LicenseFilter]?: LicenseFilter[Filter] | undefined
} & {
  /** Searches only as much of the key as results show, so that the rest cannot be guessed. */
  isKeySecret?: boolean
  /** Only these. */
  ids?: string[] | undefined
}

type AskedQuery = Omit<LicenseQuery, 'limit'> & { limit?: number | Placeholder | undefined }

const matching = (scope: AskedScope, { status, silent, tag, search, isKeySecret, ids }: AskedQuery) =>
  and(
    inScope(scope),
    status && eq(licenses.status, status),
    silent && isSilent(Number(silent)),
    tag ? hasTag(tag) : undefined,
    search ? mentions(search, isKeySecret) : undefined,
    ids && sql`${licenses.id} = any(${sql.param(ids)}::uuid[])`,
  )

/** Repeats the condition of the index licenses_tagged. */
const hasTag = (tag: string) => sql`${licenses.tags} <> '{}' and ${licenses.tags} @> array[${tag}]::text[]`

function orderOf({ sort }: AskedQuery): Order {
  const { column, descending } = sortOf<keyof typeof columns>(sort, 'createdAt')
  return { by: columns[column], id: licenses.id, descending }
}

export function selectLicenses(db: Database, scope: AskedScope, query: AskedQuery) {
  const order = orderOf(query)
  const wanted = and(matching(scope, query), after(query, order))
  return selectShown(db, { billingStatus: billingIn(scope), sortKey: sql<string>`${order.by}::text` })
    .where(isIndexed(query.sort) ? wanted : and(inScope(scope), inArray(licenses.id, pageOf(db, wanted, order, query))))
    .orderBy(...orderBy(order))
    .limit(limitOf(query))
}

/** True if an index gives the order, so that a page costs the same anywhere in it. */
export const isIndexed = (sort: string | undefined) => sortOf(sort, 'createdAt').column === 'createdAt'

/** Ids in the order of a list, 16 bytes each, and the sort key of the last one if there may be more. */
export async function findSortedIds(db: Database, scope: Scope, query: LicenseQuery & { limit: number }) {
  const order = orderOf(query)
  const page = db
    .select({ id: licenses.id, sortKey: sql`${order.by}::text`.as('sort_key') })
    .from(licenses)
    .leftJoin(checkIns, ofLicense)
    .where(and(matching(scope, query), after(query, order)))
    .orderBy(...orderBy(order))
    .limit(query.limit)
  const { rows } = await db.execute<{ ids: Buffer | null; sortKey: string | null }>(sql`
    with page as materialized (${page})
    select (select string_agg(uuid_send(id), '') from page) as ids, (select sort_key from page offset ${query.limit - 1}) as "sortKey"`)
  const { ids, sortKey } = only(rows)
  return { ids: ids ?? Buffer.alloc(0), sortKey }
}

/** Those that still match, in any order. */
export const findAmong = (db: Database, scope: Scope, query: LicenseQuery, ids: string[]) =>
  named(selectShown(db, { billingStatus: billingIn(scope) }).where(matching(scope, { ...query, ids })))

const billingIn = (scope: AskedScope) =>
  scope === 'all' ? billingStatus : billingStatusOf(sql`${scope.organizationId}::uuid`)

/** Sorts only ids where no index helps, and keeps only a page of them. */
const pageOf = (db: Database, wanted: SQL | undefined, order: Order, query: AskedQuery) =>
  db
    .select({ id: licenses.id })
    .from(licenses)
    .leftJoinLateral(lastCheckInOf(db), sql`true`)
    .where(wanted)
    .orderBy(...orderBy(order))
    .limit(limitOf(query))

/** PostgreSQL drops the join with check-ins if the filter does not need it. */
const selectCount = (db: Database, scope: AskedScope, query: LicenseQuery) =>
  db.select({ total: count() }).from(licenses).leftJoin(checkIns, ofLicense).where(matching(scope, query))

const newest = prepared(['organizationId', 'limit'], (db, form: 'all' | 'own', { organizationId, limit }) =>
  selectLicenses(db, form === 'all' ? 'all' : { organizationId }, { limit }),
)

/** The query of an organization's first page, for benchmarks. */
export const readLicensesSql = (db: Database, organizationId: string) =>
  selectLicenses(db, { organizationId }, {}).toSQL()

/** The unfiltered first page, the most common query, is prepared once. */
export function findLicenses(db: Database, scope: Scope, query: LicenseQuery) {
  const { limit, cursor, sort, ...filter } = query
  if (cursor || sort || isFiltered(filter)) return named(selectLicenses(db, scope, query))
  const { form, organizationId } = askedIn(scope)
  return newest(db, form, { organizationId, limit: limitOf({ limit }) })
}

export async function countMatching(db: Database, scope: Scope, query: LicenseQuery) {
  const { status, limit: _limit, cursor: _cursor, sort: _sort, ...others } = query
  if (isFiltered(others)) return only(await selectCount(db, scope, query)).total
  const counts = await countByStatus(db, scope)
  return status ? counts[status] : Object.values(counts).reduce((sum, number) => sum + number, 0)
}

const isFiltered = ({ isKeySecret: _isKeySecret, ...filter }: LicenseQuery) => Object.values(filter).some(Boolean)

export async function findPage(db: Database, scope: Scope, query: LicenseQuery) {
  const ids = scope === 'all' && query.search ? await findFew(db, query.search) : undefined
  const wanted = { ...query, ids }
  return pageFrom(findLicenses(db, scope, wanted), countMatching(db, scope, wanted))
}

/** For staff, who may not read keys: each row has the start of its key. */
export async function readCustomerLicenses(
  db: Database,
  organizationId: string,
  query: ListQuery & Pick<LicenseQuery, 'status'>,
) {
  const [scope, wanted] = [{ organizationId }, { ...query, sort: 'label' as const, isKeySecret: true }]
  const { rows, total } = await findPage(db, scope, wanted)
  return {
    rows: rows.map(({ licenseKey, ...license }) => ({ ...license, keyStart: licenseKey.slice(0, KEY_START) })),
    total,
  }
}
