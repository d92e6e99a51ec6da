import { sql } from 'drizzle-orm'
import { boolean, index, integer, json, pgEnum, pgTable, text, unique, uuid } from 'drizzle-orm/pg-core'
import { WebhookFormat, DeliveryStatus, DisabledReason } from '#contract/operations/webhooks.ts'
import type { WebhookPayload } from '#contract/operations/audit/webhook-events.ts'
import { id, instant, now } from '#server/database/columns.ts'
import { organizations } from './identity/organizations.ts'

export const webhookDisabledReason = pgEnum('webhook_disabled_reason', DisabledReason.def.entries)
export const webhookDeliveryStatus = pgEnum('webhook_delivery_status', DeliveryStatus.def.entries)
export const webhookFormat = pgEnum('webhook_format', WebhookFormat.def.entries)

/** Addresses that events are sent to. */
export const webhookEndpoints = pgTable(
  'webhook_endpoints',
  {
    id: id(),
    /** Null for those of the vendor. */
    organizationId: uuid().references(() => organizations.id),
    url: text().notNull(),
    description: text(),
    format: webhookFormat().notNull().default('standard'),
    /** Null: all events, also those of later releases. */
    events: text().array(),
    isEnabled: boolean().notNull().default(true),
    disabledReason: webhookDisabledReason(),
    /** Encrypted if SEALING_SECRET is set. */
    secret: text().notNull(),
    /** Also signs until then. */
    previousSecret: text(),
    previousSecretUntil: instant(),
    /** When its administrators were last emailed about a failure. */
    failureMailedAt: instant(),
    createdAt: now(),
    updatedAt: now(),
  },
  (table) => [index().on(table.organizationId, table.createdAt)],
)

/** One event for one endpoint. No foreign keys, because deleting an endpoint must not make the writer of an event fail. */
export const webhookDeliveries = pgTable(
  'webhook_deliveries',
  {
    id: id(),
    organizationId: uuid(),
    endpointId: uuid().notNull(),
    /** The same in every attempt, for receivers that ignore repetitions. */
    eventId: text().notNull(),
    type: text().notNull(),
    /** Not jsonb, which would sort the fields. */
    payload: json().$type<WebhookPayload>().notNull(),
    status: webhookDeliveryStatus().notNull().default('pending'),
    attempts: integer().notNull().default(0),
    /** Null unless pending. */
    nextAttemptAt: instant(),
    lastAttemptAt: instant(),
    /** HTTP status of the last answer. */
    lastStatus: integer(),
    /** Why there was no answer. */
    lastError: text(),
    /** The beginning of the last answer's body. */
    lastAnswer: text(),
    createdAt: now(),
  },
  (table) => [
    unique('webhook_deliveries_once').on(table.organizationId, table.endpointId, table.eventId).nullsNotDistinct(),
    index().on(table.endpointId, table.createdAt, table.id),
    index().on(table.createdAt),
    index('webhook_deliveries_due')
      .on(table.endpointId, table.nextAttemptAt)
      .where(sql`${table.nextAttemptAt} is not null`),
  ],
)
