import { asc, count, eq, getTableColumns, sql } from 'drizzle-orm'
import { beforeAll, expect, test } from 'vitest'
import type { Database } from '#server/database/database.ts'
import { organizations } from '#server/database/schema/identity/organizations.ts'
import { sessions, users } from '#server/database/schema/identity/users.ts'
import { shownUser } from '#server/domain/users.ts'
import { db, newOrganization, newUser } from '#server/testing/testing.ts'

let organizationId: string
beforeAll(async () => {
  organizationId = await newOrganization()
  const { id: userId } = await newUser({ role: 'org_admin', organizationId })
  await newUser({ role: 'customer', organizationId, emailVerifiedAt: '2026-03-05T14:07:00.500Z' })
  await db.insert(sessions).values({ userId, tokenHash: Buffer.from('token'), expiresAt: '2099-01-01T00:00:00.000Z' })
})

const ofOrganization = (tx: Database) =>
  tx
    .select({ most: sql<number>`count(*)::int`.as('most') })
    .from(users)
    .where(eq(users.organizationId, organizationId))

/** Every way in which a column or expression is read. */
const questions = {
  columns: (tx: Database) => tx.select().from(users).where(eq(users.organizationId, organizationId)).orderBy(users.id),
  'money and nothing': (tx: Database) =>
    tx
      .select({ ...getTableColumns(organizations) })
      .from(organizations)
      .where(eq(organizations.id, organizationId)),
  expressions: (tx: Database) =>
    tx
      .select({ ...shownUser, said: sql`${users.createdAt}`.mapWith(users.createdAt), raw: sql`${users.createdAt}` })
      .from(users)
      .innerJoin(organizations, eq(organizations.id, users.organizationId))
      .where(eq(users.organizationId, organizationId))
      .orderBy(asc(users.id)),
  'named expressions': (tx: Database) => ofOrganization(tx),
  counts: (tx: Database) => tx.select({ total: count() }).from(users).where(eq(users.organizationId, organizationId)),
  bytes: (tx: Database) =>
    tx
      .select({ tokenHash: sessions.tokenHash, userId: sessions.userId })
      .from(sessions)
      .innerJoin(users, eq(users.id, sessions.userId))
      .where(eq(users.organizationId, organizationId)),
  'an outer join that finds nothing': (tx: Database) =>
    tx
      .select({ id: users.id, session: { id: sessions.id, ip: sessions.ip } })
      .from(users)
      .leftJoin(sessions, eq(sessions.userId, users.id))
      .where(eq(users.organizationId, organizationId))
      .orderBy(asc(users.id)),
  'no rows': (tx: Database) =>
    tx
      .select()
      .from(users)
      .where(sql`false`),
}

test.each(Object.entries(questions))('%s are read as Drizzle reads them', async (_what, ask) => {
  // Inside a transaction Drizzle parses the rows.
  const asDrizzle = await db.transaction(async (tx): Promise<unknown> => ask(tx))
  expect(await ask(db)).toEqual(asDrizzle)
  expect(JSON.stringify(await ask(db))).toBe(JSON.stringify(asDrizzle))
})
