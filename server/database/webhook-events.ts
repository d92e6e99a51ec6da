import { sql, type SQL } from 'drizzle-orm'
import { SUPPORT_TEAM } from '#contract/licensing/history.ts'
import { INTERNAL_REASON } from '#contract/operations/audit.ts'
import { eventsFor, webhookEvents } from '#contract/operations/audit/webhook-events.ts'
import type { Database } from './database.ts'
import { isAboutErased, isForCustomers, isOutsider } from './customer-entries.ts'
import { preparedStatement } from './statements/prepared.ts'
import { auditLog } from './schema/audit.ts'
import { users } from './schema/identity/users.ts'
import { webhookDeliveries, webhookEndpoints } from './schema/webhooks.ts'

/** A notification that deliveries wait, in the form of platform/live/events.ts. */
const WAITING = JSON.stringify({ about: 'webhooks', kind: 'changed', isInternal: true })

/** `most`: the oldest, and those of the same moment as the last of them. */
type Choice = { endpointId: string; most: number; onConflict: SQL }

/** A common table expression `deliveries` over `entries`, which has the columns of the audit log. */
export const deliveriesOf = (only?: Choice) => sql`deliveries as (
  insert into ${webhookDeliveries} (organization_id, endpoint_id, event_id, type, payload, next_attempt_at)
  select endpoint.organization_id, endpoint.id, 'evt_' || entries.id, entries.action, ${payload}, now()
  from entries
  cross join lateral (
    select * from ${webhookEndpoints} where organization_id is null
    union all
    select * from ${webhookEndpoints}
    where organization_id = entries.organization_id and ${isOneOf(eventsFor('organization'))} and ${isForCustomers(sql`entries`)}
  ) endpoint
  left join ${users} actor on actor.id = entries.actor_id
  where endpoint.is_enabled and entries.outcome = 'success' and ${isOneOf(webhookEvents)}
    and (endpoint.events is null or entries.action = any(endpoint.events))
    ${only ? chosen(only) : sql``}
  returning endpoint_id, payload ->> 'timestamp' as happened_at)`

const chosen = ({ endpointId, most, onConflict }: Choice) => sql`and endpoint.id = ${endpointId}::uuid
  order by entries.created_at fetch first ${most} rows with ties ${onConflict}`

const isOneOf = (events: string[]) => sql`entries.action = any(${sql.raw(`'{${events.join()}}'`)}::text[])`

export const announcement = sql`select pg_notify('latchkey', ${WAITING}) from (select from deliveries limit 1) as one`

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
      'name', case when ${isHidden} then ${SUPPORT_TEAM}::text
        when actor.erased_at is not null then actor.first_name || ' ' || actor.last_name
        else entries.actor_name end),
    'subject', case when entries.subject_id is not null then
      json_build_object('kind', entries.subject_kind, 'id', entries.subject_id) end,
    'changes', case when ${isAboutErased(sql`entries`)} then '{}'::jsonb else entries.changes - ${INTERNAL_REASON}::text end))`

type NewEntry = typeof auditLog.$inferInsert

const column = (key: keyof NewEntry, type: string) => sql`${sql.placeholder(key)}::${sql.raw(type)}[]`

const insertion = preparedStatement(sql`
  with entries as (
    insert into ${auditLog} (organization_id, actor_kind, actor_id, actor_name, action, outcome,
      subject_kind, subject_id, changes, ip, request_id)
    select * from unnest(${column('organizationId', 'uuid')}, ${column('actorKind', 'actor_kind')}, ${column('actorId', 'uuid')},
      ${column('actorName', 'text')}, ${column('action', 'text')}, ${column('outcome', 'audit_outcome')},
      ${column('subjectKind', 'text')}, ${column('subjectId', 'uuid')}, ${column('changes', 'jsonb')},
      ${column('ip', 'text')}, ${column('requestId', 'text')})
    returning *),
  ${deliveriesOf()}
  ${announcement}`)

/** Inserts entries of the audit log, and a delivery to each webhook that asks for them, in one statement. */
export async function insertEntries(tx: Database, rows: NewEntry[]) {
  const all = (key: keyof NewEntry) => rows.map((row) => row[key] ?? null)
  await insertion(tx, {
    organizationId: all('organizationId'),
    actorKind: all('actorKind'),
    actorId: all('actorId'),
    actorName: all('actorName'),
    action: all('action'),
    outcome: rows.map(({ outcome }) => outcome ?? 'success'),
    subjectKind: all('subjectKind'),
    subjectId: all('subjectId'),
    changes: rows.map(({ changes }) => JSON.stringify(changes ?? {})),
    ip: all('ip'),
    requestId: all('requestId'),
  })
}
