import { sql } from 'drizzle-orm'
import { subscriptions } from '#server/database/schema/subscriptions.ts'

/** True until a subscription has ended. A canceled one lives on to the end of its paid period, whether or not the job has run. */
export const isLive = sql<boolean>`(${subscriptions.endedAt} is null
  and not (${subscriptions.status} = 'canceled' and ${subscriptions.currentPeriodEnd} <= now()))`
