import { and, eq, inArray, sql } from 'drizzle-orm'
import { first, only, type Database } from '#server/database/database.ts'
import { blockedDomains } from '#server/database/schema/identity/blocked-domains.ts'
import { users } from '#server/database/schema/identity/users.ts'
import { nameOf } from '#server/domain/users.ts'
import { pageFrom, type Page } from '#server/platform/http/lists/pages.ts'
import { after, limitOf, orderBy, type ListQuery } from '#server/platform/http/lists/queries.ts'

const newestFirst = { by: blockedDomains.createdAt, id: blockedDomains.id, descending: true }

const selectDomains = (db: Database) =>
  db
    .select({
      id: blockedDomains.id,
      domain: blockedDomains.domain,
      blockedBy: sql<string | null>`${nameOf(users)}`,
      createdAt: blockedDomains.createdAt,
      sortKey: blockedDomains.createdAt,
    })
    .from(blockedDomains)
    .leftJoin(users, eq(users.id, blockedDomains.userId))

type DomainRow = Awaited<ReturnType<typeof selectDomains>>[number]

export async function findDomains(db: Database, query: ListQuery): Promise<Page<DomainRow>> {
  const rows = selectDomains(db)
    .where(after(query, newestFirst))
    .orderBy(...orderBy(newestFirst))
    .limit(limitOf(query))
  return pageFrom(rows, db.$count(blockedDomains))
}

/** Violates the unique index if it is blocked already. */
export async function insertDomain(tx: Database, domain: string, userId: string | null) {
  const { id } = await tx
    .insert(blockedDomains)
    .values({ domain, userId })
    .returning({ id: blockedDomains.id })
    .then(only)
  return selectDomains(tx).where(eq(blockedDomains.id, id)).then(only)
}

export const deleteDomain = (tx: Database, id: string) =>
  tx.delete(blockedDomains).where(eq(blockedDomains.id, id)).returning({ domain: blockedDomains.domain }).then(first)

export const findBlocked = (db: Database, domains: string[]) =>
  db
    .select({ domain: blockedDomains.domain })
    .from(blockedDomains)
    .where(inArray(blockedDomains.domain, domains))
    .then(first)

/** Active users with an address at the domain or below it. */
export const countActiveUsersAt = (db: Database, domain: string) =>
  db.$count(
    users,
    and(eq(users.status, 'active'), sql`('.' || split_part(lower(${users.email}), '@', 2)) like ${`%.${domain}`}`),
  )
