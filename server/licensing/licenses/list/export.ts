import type * as z from 'zod/mini'
import type { licenses } from '#contract/licensing/licenses.ts'
import { LIST_LIMIT } from '#contract/lists.ts'
import type { Database } from '#server/database/database.ts'
import type { Actor } from '#server/platform/actor.ts'
import { audit } from '#server/platform/audit.ts'
import { type Scope } from '#server/platform/http/access.ts'
import { everyPage, everyRow } from '#server/platform/http/lists/pages.ts'
import type { ListQuery } from '#server/platform/http/lists/queries.ts'
import type { Sources } from '#server/platform/platform.ts'
import { countMatching, findAmong, findLicenses, findSortedIds, isIndexed } from './queries.ts'

type Filter = z.output<typeof licenses.export.schema.querystring>

export async function exportLicenses({ db, reports }: Sources, actor: Actor, scope: Scope, filter: Filter) {
  await audit(db, actor, {
    action: 'license.exported',
    organizationId: scope === 'all' ? null : scope.organizationId,
    changes: { filter: [null, filter], licenses: [null, await countMatching(reports, scope, filter)] },
  })
  return everyLine(isIndexed(filter.sort) ? everyInOrder(reports, scope, filter) : everySorted(reports, scope, filter))
}

type LicenseRow = Awaited<ReturnType<typeof findAmong>>[number]

async function* everyLine(rows: AsyncIterable<LicenseRow>) {
  for await (const { tags, ...license } of rows) yield { ...license, tags: tags.join(', ') }
}

const everyInOrder = (db: Database, scope: Scope, filter: Filter) =>
  everyRow((page) => findLicenses(db, scope, { ...filter, ...page }))

/** Each sort reads all licenses, so few sorts are made. */
const SORTED_AT_ONCE = 10 * LIST_LIMIT

async function* everySorted(db: Database, scope: Scope, filter: Filter) {
  const readIds = (page: ListQuery) => findSortedIds(db, scope, { ...filter, ...page })
  for await (const sorted of everyPage(readIds, SORTED_AT_ONCE))
    for (let start = 0; start < sorted.length; start += LIST_LIMIT) {
      const ids = sorted.slice(start, start + LIST_LIMIT).map(({ id }) => id)
      const rows = new Map((await findAmong(db, scope, filter, ids)).map((row) => [row.id, row]))
      yield* ids.flatMap((id) => rows.get(id) ?? [])
    }
}

const columns = [
  { key: 'label', header: 'Label' },
  { key: 'description', header: 'Description' },
  { key: 'licenseKey', header: 'License key' },
  { key: 'status', header: 'Status' },
  { key: 'deviceFingerprint', header: 'Device UUID' },
  { key: 'deviceName', header: 'Device name' },
  { key: 'deviceOs', header: 'Operating system' },
  { key: 'billingStatus', header: 'Billing' },
  { key: 'lastCheckIn', header: 'Last check-in' },
  { key: 'createdAt', header: 'Created' },
  { key: 'appVersion', header: 'Version' },
  { key: 'tags', header: 'Tags' },
]

/** The organization is a column only for readers of several. */
export const exportColumns = (scope: Scope) =>
  scope === 'all' ? [{ key: 'organizationName', header: 'Organization' }, ...columns] : columns
