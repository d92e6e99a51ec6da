import { sql } from 'drizzle-orm'
import { PgDialect } from 'drizzle-orm/pg-core'
import type pg from 'pg'
import { OVERDUE_GRACE_DAYS } from '#contract/licensing/devices.ts'
import type { Revocations } from '#contract/licensing/license-files.ts'
import { subscriptions } from '#server/database/schema/billing/subscriptions.ts'
import { organizations } from '#server/database/schema/identity/organizations.ts'
import { fileRevocations, licenses } from '#server/database/schema/licensing/licenses.ts'
import { daysAfterIn } from '#server/domain/calendar.ts'
import { overdueSince } from '#server/domain/organizations.ts'
import { isLive } from '#server/domain/subscriptions.ts'

/**
 * Suspended organizations and licenses released from a device. Older files do not name their organization, so licenses that may still have
 * one are listed individually.
 */
const statement = new PgDialect({ casing: 'snake_case' }).sqlToQuery(sql`
  with refused as (
    select ${organizations.id} as id
    from ${organizations}
    left join ${subscriptions} on ${subscriptions.organizationId} = ${organizations.id} and ${isLive}
    cross join lateral (select ${overdueSince} as since offset 0) as overdue
    where ${organizations.suspendedAt} is not null
      or (
        (${subscriptions.id} is null or ${subscriptions.status} = 'unpaid' or ${daysAfterIn(sql`overdue.since`, OVERDUE_GRACE_DAYS)} <= now())
        and exists (select 1 from ${licenses} where ${licenses.organizationId} = ${organizations.id})
      )
  ), void as (
    select ${fileRevocations.licenseId} as id, ${fileRevocations.issuedBefore} as issued_before
    from ${fileRevocations}
    where ${fileRevocations.until} > now()
    union all
    select ${licenses.id}, now()
    from ${licenses} join refused on refused.id = ${licenses.organizationId}
    where ${licenses.offlineUntil} > now()
  )
  select
    now() as "issuedAt",
    (select coalesce(json_agg(id order by id), '[]') from refused) as "organizations",
    (
      select coalesce(json_agg(json_build_object('licenseId', id, 'issuedBefore', issued_before) order by id), '[]')
      from (select id, max(issued_before) as issued_before from void group by id) each
    ) as "licenses"`).sql

type Row = { issuedAt: Date; organizations: string[]; licenses: Revocations['licenses'] }

const NOTHING: Row = { issuedAt: new Date(0), organizations: [], licenses: [] }

export async function selectRevocations(pool: pg.Pool) {
  const { rows } = await pool.query<Row>({ name: 'file_revocations', text: statement })
  return rows[0] ?? NOTHING
}
