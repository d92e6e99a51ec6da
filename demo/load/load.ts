import { sql } from 'drizzle-orm'
import type { Database } from '#server/database/database.ts'
import { withoutIndexes } from '#server/database/without-indexes.ts'
import { insertHistory, type History } from './history.ts'
import { insertSupport, type Support } from './support.ts'

type Size = History & Support & { licenses: number }

/**
 * Inserts bulk data for benchmarks with SQL alone: organizations named 'Load …', each with an administrator, a
 * subscription and an equal share of active licenses, and their invoices, usage and tickets.
 */
export const seedLoad = (db: Database, size: Size) =>
  db.transaction(async (tx) => {
    await tx.execute(sql`set local statement_timeout = '1h'`)
    await insertOrganizations(tx, size)
    await insertUsers(tx)
    await insertSubscriptions(tx, size)
    await withoutIndexes(
      (statement) => tx.execute(sql.raw(statement)),
      ['licenses', 'check_ins'],
      async () => {
        await insertLicenses(tx, size)
        await insertCheckIns(tx)
      },
    )
    await insertHistory(tx, size)
    await insertSupport(tx, size)
  })

const insertOrganizations = (tx: Database, { organizations }: Size) =>
  tx.execute(sql`
    insert into organizations (name, contact_email, is_active, twelve_month_cents, created_at)
    select 'Load ' || number, 'office@load-' || number || '.example', true, 1200000, now() - number * interval '1 minute'
    from generate_series(1, ${organizations}::int) number`)

/** An empty hash matches no password, so they can't sign in. */
const insertUsers = (tx: Database) =>
  tx.execute(sql`
    insert into users (organization_id, role, status, email, username, first_name, last_name, password_hash)
    select id, 'org_admin', 'active', contact_email, contact_email, 'Load', 'Owner', ''
    from organizations where name like 'Load %'`)

const seatsEach = ({ organizations, licenses }: Size) => Math.ceil(licenses / organizations)

const insertSubscriptions = (tx: Database, size: Size) =>
  tx.execute(sql`
    insert into subscriptions (organization_id, plan_name, license_limit, current_period_end)
    select id, 'Standard Plan', ${seatsEach(size)}::int, now() + interval '20 days'
    from organizations where name like 'Load %'`)

/** Keys have 25 hexadecimal digits, which are valid in license keys. */
const insertLicenses = (tx: Database, size: Size) =>
  tx.execute(sql`
    insert into licenses (organization_id, label, license_key, key_hash, status, device_fingerprint, fingerprint_key,
      last_fingerprint_key, device_name, device_os, device_token_hash, activated_at, heard_after, created_at, updated_at)
    select organization_id, 'Workstation ' || number, regexp_replace(letters, '(.{5})(?=.)', '\\1-', 'g'),
      sha256(letters::bytea), 'active', fingerprint, fingerprint_key, fingerprint_key,
      'LOAD-' || number, 'Windows 11 Pro 24H2', sha256(fingerprint::bytea), now(), now(), created_at, created_at
    from (
      select organizations.id as organization_id, number, gen_random_uuid()::text as fingerprint,
        upper(substr(replace(gen_random_uuid()::text, '-', ''), 1, 25)) as letters,
        now() - number * interval '1 second' as created_at
      from organizations, generate_series(1, ${seatsEach(size)}::int) number
      where name like 'Load %'
      limit ${size.licenses}
    ) seats,
    lateral (select replace(fingerprint, '-', '') as compact) bare,
    lateral (
      select least(compact, regexp_replace(compact, '^(..)(..)(..)(..)(..)(..)(..)(..)', '\\4\\3\\2\\1\\6\\5\\8\\7')) as fingerprint_key
    ) device`)

const insertCheckIns = (tx: Database) =>
  tx.execute(sql`
    insert into check_ins (license_id, organization_id, last_check_in, app_version)
    select id, organization_id, now() - random() * interval '1 day', '4.2.1'
    from licenses where device_name like 'LOAD-%'`)
