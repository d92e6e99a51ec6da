import { and, asc, eq, inArray, sql, type SQL } from 'drizzle-orm'
import type { Database } from '#server/database/database.ts'
import { licenses } from '#server/database/schema/licensing/licenses.ts'

type LicenseDemand = { labels: string[]; count: number }

export async function findFreeLicenses(tx: Database, organizationId: string, { labels, count }: LicenseDemand) {
  const lowered = labels.map((label) => label.toLowerCase())
  const [labelled, oldest] = [
    await selectFree(tx, organizationId, inArray(sql`lower(${licenses.label})`, lowered)),
    await selectFree(tx, organizationId).limit(count + labels.length),
  ]
  return [...new Set([...labelled, ...oldest].map(({ id }) => id))]
}

const selectFree = (tx: Database, organizationId: string, condition?: SQL) =>
  tx
    .select({ id: licenses.id })
    .from(licenses)
    .where(and(eq(licenses.organizationId, organizationId), eq(licenses.status, 'unassigned'), condition))
    .orderBy(asc(licenses.createdAt), asc(licenses.id))
    .$dynamic()
