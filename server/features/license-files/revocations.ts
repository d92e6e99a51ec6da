import { sql } from 'drizzle-orm'
import { PgDialect } from 'drizzle-orm/pg-core'
import type pg from 'pg'
import { OVERDUE_GRACE_DAYS } from '#contract/devices.ts'
import { REVOCATION_LIST, type Revocations } from '#contract/license-files.ts'
import { overdueSince } from '#server/database/billing-standing.ts'
import { isLive } from '#server/database/live-subscription.ts'
import { fileRevocations, licenses } from '#server/database/schema/licenses.ts'
import { organizations } from '#server/database/schema/organizations.ts'
import { subscriptions } from '#server/database/schema/subscriptions.ts'
import { shareReading } from '#server/platform/shared-reading.ts'
import type { FileSigner } from './sign.ts'

const GRACE = sql.raw(`interval '${OVERDUE_GRACE_DAYS} days'`)

/** The organizations whose devices would be refused, whatever their licenses say, and the licenses taken from a device. */
const statement = new PgDialect({ casing: 'snake_case' }).sqlToQuery(sql`
  select
    now() as "issuedAt",
    (
      select coalesce(json_agg(${organizations.id} order by ${organizations.id}), '[]')
      from ${organizations}
      left join ${subscriptions} on ${subscriptions.organizationId} = ${organizations.id} and ${isLive}
      where ${organizations.suspendedAt} is not null
        or (
          (${subscriptions.id} is null or ${subscriptions.status} = 'unpaid' or ${overdueSince} <= now() - ${GRACE})
          and exists (select 1 from ${licenses} where ${licenses.organizationId} = ${organizations.id})
        )
    ) as "organizations",
    (
      select coalesce(
        json_agg(
          json_build_object('licenseId', ${fileRevocations.licenseId}, 'issuedBefore', ${fileRevocations.issuedBefore})
          order by ${fileRevocations.licenseId}
        ),
        '[]'
      )
      from ${fileRevocations}
      where ${fileRevocations.until} > now()
    ) as "licenses"`).sql

type Row = { issuedAt: Date; organizations: string[]; licenses: Revocations['licenses'] }

async function readRevocations(pool: pg.Pool): Promise<Revocations> {
  const { rows } = await pool.query<Row>({ name: 'file_revocations', text: statement })
  const [{ issuedAt, organizations: all, licenses: taken } = NOTHING] = rows
  return {
    issuedAt: issuedAt.toISOString(),
    organizations: all,
    licenses: taken.map(({ licenseId, issuedBefore }) => ({
      licenseId,
      issuedBefore: new Date(issuedBefore).toISOString(),
    })),
  }
}

const NOTHING: Row = { issuedAt: new Date(0), organizations: [], licenses: [] }

/** The signed list, as the database has it after the call came in. */
export const createRevocationList = (pool: pg.Pool, files: FileSigner) =>
  shareReading(async () => files.sign(REVOCATION_LIST, await readRevocations(pool)))
