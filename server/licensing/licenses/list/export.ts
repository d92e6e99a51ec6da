import type { License, LicenseFilter } from '#contract/licensing/licenses.ts'
import { LIST_LIMIT } from '#contract/lists.ts'
import type { Database } from '#server/database/database.ts'
import type { Actor } from '#server/platform/actor.ts'
import { audit } from '#server/platform/audit.ts'
import type { Scope } from '#server/platform/http/access.ts'
import { columnsOf } from '#server/platform/http/answers/csv.ts'
import { writeCursor } from '#server/platform/http/lists/cursor.ts'
import { everyRow } from '#server/platform/http/lists/pages.ts'
import type { Sources } from '#server/platform/platform.ts'
import { countMatching, findAmong, findLicenses, findSortedIds, isIndexed } from './queries.ts'

export async function exportLicenses({ db, reports }: Sources, actor: Actor, scope: Scope, filter: LicenseFilter) {
  await audit(db, actor, {
    action: 'license.exported',
    organizationId: scope === 'all' ? null : scope.organizationId,
    changes: { filter: [null, filter], licenses: [null, await countMatching(reports, scope, filter)] },
  })
  return everyLine(isIndexed(filter.sort) ? everyInOrder(reports, scope, filter) : everySorted(reports, scope, filter))
}

type ExportedLicense = Awaited<ReturnType<typeof findAmong>>[number]

async function* everyLine(rows: AsyncIterable<ExportedLicense>) {
  for await (const { tags, ...license } of rows) yield { ...license, tags: tags.join(', ') }
}

const everyInOrder = (db: Database, scope: Scope, filter: LicenseFilter) =>
  everyRow((page) => findLicenses(db, scope, { ...filter, ...page }))

/** At once, so that no license that changes during the export moves to another page. 16 MB. */
const SORTED_AT_ONCE = 1_000_000

const ID_BYTES = 16

export async function* everySorted(db: Database, scope: Scope, filter: LicenseFilter, atOnce = SORTED_AT_ONCE) {
  let cursor: string | undefined
  do {
    const { ids, sortKey } = await findSortedIds(db, scope, { ...filter, cursor, limit: atOnce })
    for (let start = 0; start < ids.length; start += LIST_LIMIT * ID_BYTES) {
      const some = uuidsOf(ids.subarray(start, start + LIST_LIMIT * ID_BYTES))
      const rows = new Map((await findAmong(db, scope, filter, some)).map((row) => [row.id, row]))
      yield* some.flatMap((id) => rows.get(id) ?? [])
    }
    cursor = sortKey === null ? undefined : writeCursor({ sortKey, id: uuidsOf(ids.subarray(-ID_BYTES)).join('') })
  } while (cursor)
}

const uuidsOf = (ids: Buffer) =>
  (ids.toString('hex').match(/.{32}/g) ?? []).map((id) => id.replace(/(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-'))

type LeftOut = 'id' | 'organizationId' | 'organizationName' | 'offlineUntil' | 'updatedAt'

const headers: Record<Exclude<keyof License, LeftOut>, string> = {
  label: 'Label',
  description: 'Description',
  licenseKey: 'License key',
  status: 'Status',
  deviceFingerprint: 'Device UUID',
  deviceName: 'Device name',
  deviceOs: 'Operating system',
  billingStatus: 'Billing',
  lastCheckIn: 'Last check-in',
  createdAt: 'Created',
  appVersion: 'Version',
  tags: 'Tags',
}
const columns = columnsOf(headers)

/** The organization is a column only for readers of several. */
export const exportColumns = (scope: Scope) =>
  scope === 'all' ? [{ key: 'organizationName', header: 'Organization' }, ...columns] : columns
