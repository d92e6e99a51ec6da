import { eq, sql } from 'drizzle-orm'
import { only, type Database } from '#server/database/database.ts'
import { subscriptions } from '#server/database/schema/billing/subscriptions.ts'
import { organizations } from '#server/database/schema/identity/organizations.ts'

export type SubscriptionRow = typeof subscriptions.$inferInsert
type Facts = Partial<SubscriptionRow> & Pick<SubscriptionRow, 'organizationId'>

/** Defaults: 10 seats, halfway through a paid month. */
export const subscriptionRow = (facts: Facts) => ({
  planName: 'Standard Plan',
  licenseLimit: 10,
  currentPeriodStart: sql`now() - interval '15 days'`,
  currentPeriodEnd: sql`now() + interval '15 days'`,
  ...facts,
})

/** `monthlyCents` sets the organization's price, which its subscription uses. */
export async function makeSubscription(db: Database, { monthlyCents, ...facts }: Facts & { monthlyCents?: number }) {
  if (monthlyCents !== undefined) {
    await db
      .update(organizations)
      .set({ twelveMonthCents: monthlyCents * 12 })
      .where(eq(organizations.id, facts.organizationId))
  }
  return db.insert(subscriptions).values(subscriptionRow(facts)).returning().then(only)
}
