import { and, asc, eq, gt, inArray, sql, type SQL } from 'drizzle-orm'
import { USAGE_MONTHS, type UsageMonth } from '#contract/operations/dashboard.ts'
import type { Database } from '#server/database/database.ts'
import { subscriptions } from '#server/database/schema/billing/subscriptions.ts'
import { organizations } from '#server/database/schema/identity/organizations.ts'
import { checkIns, licenses } from '#server/database/schema/licensing/licenses.ts'
import { usageMonths } from '#server/database/schema/usage.ts'
import { startOf } from '#server/domain/calendar.ts'
import { licensesUsed } from '#server/domain/licenses.ts'
import { isLive } from '#server/domain/subscriptions.ts'
import { TIME_ZONE } from '#server/platform/time-zone.ts'

const zone = sql.raw(`'${TIME_ZONE}'`)
const thisMonth = sql`date_trunc('month', now() at time zone ${zone})`
const monthStart = sql`(select ${startOf(sql`${thisMonth}::date`)})`

/** Current values of the running month. */
const measured = (condition: SQL) => sql`
  select
    ${organizations.id} as organization_id,
    ${thisMonth}::date as month,
    coalesce((
      select ${subscriptions.licenseLimit} from ${subscriptions}
      where ${subscriptions.organizationId} = ${organizations.id} and ${isLive}), 0) as seats,
    ${licensesUsed} as licenses,
    (
      select count(*)::int from ${licenses}
      join ${checkIns} on ${checkIns.licenseId} = ${licenses.id}
      where ${licenses.organizationId} = ${organizations.id} and ${checkIns.lastCheckIn} >= ${monthStart}
    ) as devices
  from ${organizations}
  where ${condition}`

/** Organizations per statement, to keep each short. */
const BATCH = 200

/** The job. Keeps the highest count of the month, because devices may be released or deleted later. */
export async function recordUsage(db: Database, batch = BATCH) {
  let last: string | null = null
  do last = await recordBatch(db, last, batch)
  while (last)
}

/** In the order of ids, so that concurrent runs do not deadlock. Returns the next start, or null. */
async function recordBatch(db: Database, after: string | null, batch: number) {
  const condition = and(eq(organizations.isActive, true), after === null ? undefined : gt(organizations.id, after))
  const next = await db
    .select({ id: organizations.id })
    .from(organizations)
    .where(condition)
    .orderBy(organizations.id)
    .limit(batch)
  if (next.length === 0) return null
  const ids = next.map(({ id }) => id)
  await db.execute(sql`
    insert into ${usageMonths} (organization_id, month, seats, licenses, devices)
    ${measured(inArray(organizations.id, ids))}
    order by ${organizations.id}
    on conflict (organization_id, month) do update set
      seats = excluded.seats,
      licenses = excluded.licenses,
      devices = greatest(${usageMonths.devices}, excluded.devices)`)
  return ids.length < batch ? null : (ids.at(-1) ?? null)
}

export async function readUsage(db: Database, organizationId: string | null): Promise<UsageMonth[]> {
  if (!organizationId) return []
  const [stored, running] = await Promise.all([findMonths(db, organizationId), measure(db, organizationId)])
  const earlier = stored.filter(({ month }) => month < running.month)
  const devices = stored.find(({ month }) => month === running.month)?.devices ?? 0
  return [...earlier, { ...running, devices: Math.max(devices, running.devices) }]
}

const findMonths = (db: Database, organizationId: string) =>
  db
    .select({
      month: usageMonths.month,
      seats: usageMonths.seats,
      licenses: usageMonths.licenses,
      devices: usageMonths.devices,
    })
    .from(usageMonths)
    .where(
      and(
        eq(usageMonths.organizationId, organizationId),
        gt(usageMonths.month, sql`(${thisMonth} - make_interval(months => ${USAGE_MONTHS}))::date`),
      ),
    )
    .orderBy(asc(usageMonths.month))

async function measure(db: Database, organizationId: string) {
  const { rows } = await db.execute<UsageMonth>(sql`
    select month::text, seats, licenses, devices
    from (${measured(sql`${organizations.id} = ${organizationId}`)}) as measured`)
  const [running] = rows
  if (!running) throw new Error('A signed-in person belongs to no organization there is')
  return running
}
