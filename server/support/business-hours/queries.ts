import { max, min, sql } from 'drizzle-orm'
import type { BusinessHours } from '#contract/support/business-hours.ts'
import { only, type Database } from '#server/database/database.ts'
import { businessHours, openSpans } from '#server/database/schema/support/business-hours.ts'
import { tickets } from '#server/database/schema/support/tickets.ts'
import type { OpenSpan } from './open-spans.ts'

const { clock, days, opens, closes, timeZone, skipsHolidays, closedDays } = businessHours
const shown = { clock, days, opens, closes, timeZone, skipsHolidays, closedDays }

export const selectHours = (db: Database) => db.select(shown).from(businessHours).then(only)

export const lockHours = (tx: Database) => tx.select(shown).from(businessHours).for('update').then(only)

export const updateHours = (tx: Database, hours: BusinessHours) =>
  tx.update(businessHours).set(hours).returning(shown).then(only)

/** Null without spans. */
export const lastSpan = (db: Database) =>
  db
    .select({ endsAt: max(openSpans.endsAt) })
    .from(openSpans)
    .then(only)

/** Null without tickets. */
export const firstTicketAt = (db: Database) =>
  db
    .select({ createdAt: min(tickets.createdAt) })
    .from(tickets)
    .then(only)
    .then(({ createdAt }) => createdAt)

export async function replaceSpans(tx: Database, spans: OpenSpan[]) {
  await tx.delete(openSpans)
  if (spans.length === 0) return
  const column = (key: keyof OpenSpan, type: string) =>
    sql`${sql.param(spans.map((span) => span[key]))}::${sql.raw(type)}[]`
  await tx.execute(sql`
    insert into ${openSpans} (starts_at, ends_at, seconds_before)
    select * from unnest(${column('startsAt', 'timestamptz')}, ${column('endsAt', 'timestamptz')}, ${column('secondsBefore', 'int')})`)
}
