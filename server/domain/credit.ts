import { and, eq, inArray, or, sql } from 'drizzle-orm'
import { only, type Database } from '#server/database/database.ts'
import { payments } from '#server/database/schema/payments.ts'

export const movesCredit = inArray(payments.kind, ['credit_kept', 'credit_used'])

/** Cents that an organization has too much. What was kept (below 0 on its invoice) less what was used and what was paid out. */
export const sumCredit = (db: Database, organizationId: string) =>
  db
    .select({
      cents:
        sql`coalesce(sum(case when ${movesCredit} then -${payments.amountCents} else ${payments.amountCents} end), 0)`.mapWith(
          Number,
        ),
    })
    .from(payments)
    .where(and(eq(payments.organizationId, organizationId), or(movesCredit, eq(payments.kind, 'refund'))))
    .then(only)
    .then(({ cents }) => cents)
