import { sql, type SQL } from 'drizzle-orm'
import { SUPPORT_TEAM } from '#contract/licensing/history.ts'
import { INTERNAL_REASON } from '#contract/operations/audit.ts'
import { audienceOf, isWebhookEvent } from '#contract/operations/audit/webhook-events.ts'
import type { Database } from './database.ts'
import { isForCustomers, isOutsider } from './customer-entries.ts'
import { auditLog } from './schema/audit.ts'
import { users } from './schema/identity/users.ts'
import { webhookDeliveries, webhookEndpoints } from './schema/webhooks.ts'

/** A notification that deliveries wait, in the form of platform/live/events.ts. */
const WAITING = JSON.stringify({ about: 'webhooks', kind: 'changed', isInternal: true })

type NewEntry = typeof auditLog.$inferInsert

/** Inserts entries of the audit log, and a delivery to each webhook that asks for them, in one statement. */
export async function insertEntries(tx: Database, rows: NewEntry[]) {
  const insert = tx.insert(auditLog).values(rows)
  const actions = rows.map(({ action }) => action)
  if (!actions.some(isWebhookEvent)) return void (await insert)
  await tx.execute(sql`with entries as ${insert.returning()}, ${deliveriesOf(actions)} ${announcement}`)
}

type Choice = { endpointId: string; onConflict: SQL }

/** A common table expression `deliveries` over `entries`, which has the columns of the audit log. */
export const deliveriesOf = (actions: string[], only?: Choice) => sql`deliveries as (
  insert into ${webhookDeliveries} (organization_id, endpoint_id, event_id, type, payload, next_attempt_at)
  select endpoint.organization_id, endpoint.id, 'evt_' || entries.id, entries.action, ${payload}, now()
  from entries
  join ${webhookEndpoints} endpoint on endpoint.organization_id is null or endpoint.organization_id = entries.organization_id
  left join ${users} actor on actor.id = entries.actor_id
  where endpoint.is_enabled and entries.outcome = 'success' and ${isAllowed(actions)}
    and (endpoint.organization_id is null or ${isForCustomers(sql`entries`)})
    and (endpoint.events is null or entries.action = any(endpoint.events))
    ${only ? sql`and endpoint.id = ${only.endpointId}::uuid ${only.onConflict}` : sql``}
  returning endpoint_id)`

export const announcement = sql`select pg_notify('latchkey', ${WAITING}) from (select from deliveries limit 1) as one`

function isAllowed(actions: string[]) {
  const events = [...new Set(actions)].filter(isWebhookEvent)
  const shared = events.filter((event) => audienceOf(event) === 'organization')
  return sql`entries.action = any(case when endpoint.organization_id is null
    then ${sql.param(events)}::text[] else ${sql.param(shared)}::text[] end)`
}

const outsider = isOutsider({
  kind: sql`entries.actor_kind`,
  organizationId: sql`actor.organization_id`,
  reader: sql`endpoint.organization_id`,
})
const isHidden = sql`(endpoint.organization_id is not null and ${outsider})`

/** Without addresses and internal reasons, for the vendor too. */
const payload = sql`json_build_object(
  'type', entries.action,
  'timestamp', to_char(entries.created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
  'data', json_build_object(
    'organizationId', entries.organization_id,
    'actor', json_build_object(
      'kind', entries.actor_kind,
      'id', case when not ${isHidden} then entries.actor_id end,
      'name', case when ${isHidden} then ${SUPPORT_TEAM}::text else entries.actor_name end),
    'subject', case when entries.subject_id is not null then
      json_build_object('kind', entries.subject_kind, 'id', entries.subject_id) end,
    'changes', entries.changes - ${INTERNAL_REASON}::text))`
