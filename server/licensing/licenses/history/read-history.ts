import { HistoryField, SUPPORT_TEAM, type LicenseEvent, type LicenseNews } from '#contract/licensing/history.ts'
import { isStaff, type Role } from '#contract/roles.ts'
import type { Database } from '#server/database/database.ts'
import { readLicense, type Target } from '#server/licensing/licenses/actions.ts'
import type { ListQuery } from '#server/platform/http/lists/queries.ts'
import { countEvents, selectEvents, selectNews } from './queries.ts'

type Reader = { role: Role }

/** A page of a license's history. Deleted licenses have none here, only in the audit log. */
export async function readHistory(db: Database, reader: Reader, target: Target, query: ListQuery) {
  const license = await readLicense(db, target)
  const [rows, total] = await Promise.all([selectEvents(db, license, query), countEvents(db, license)])
  return { rows: rows.map((row) => toEvent(row, reader)), total }
}

/** The last event of each of the `limit` licenses that changed last. */
export async function readNews(
  db: Database,
  reader: Reader & { organizationId: string },
  limit: number,
): Promise<LicenseNews[]> {
  const rows = await selectNews(db, reader.organizationId)
  const newest = rows.filter(({ licenseId }, index) => rows.findIndex((row) => row.licenseId === licenseId) === index)
  return newest.slice(0, limit).map(({ licenseId, label, ...row }) => ({ ...toEvent(row, reader), licenseId, label }))
}

type Row = Awaited<ReturnType<typeof selectEvents>>[number]

const toEvent = ({ action, changes, ...row }: Row, reader: Reader): LicenseEvent & { sortKey: string } => ({
  id: row.id,
  at: row.at,
  sortKey: row.sortKey,
  actor: row.actor,
  ...actorFor(reader, row),
  action: action.replace('license.', ''),
  changes: HistoryField.options.flatMap((field) => {
    const [before, now] = changes[field] ?? []
    return before === undefined ? [] : [{ field, before: textOf(before), after: textOf(now) }]
  }),
})

const FORMER_USER = 'A former user'

/** Customers see their users' names, but neither names nor addresses of staff. */
function actorFor(reader: Reader, { actor, actorName, actorRole, ip }: Omit<Row, 'action' | 'changes'>) {
  if (actor !== 'user' || isStaff(reader.role)) return { who: actorName, ip }
  if (!actorRole) return { who: FORMER_USER, ip: null }
  return isStaff(actorRole) ? { who: SUPPORT_TEAM, ip: null } : { who: actorName, ip }
}

const textOf = (value: unknown) => (typeof value === 'string' ? value : null)
