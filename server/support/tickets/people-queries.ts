import { and, asc, desc, eq, ilike, inArray, ne, sql } from 'drizzle-orm'
import { isStaff, Role } from '#contract/roles.ts'
import { CUSTOMER_CHOICES } from '#contract/support/ticket-fields.ts'
import { first, type Database } from '#server/database/database.ts'
import { organizations } from '#server/database/schema/identity/organizations.ts'
import { users } from '#server/database/schema/identity/users.ts'
import { ticketCategories } from '#server/database/schema/support/support-desk.ts'
import { isPersonLike, nameOf } from '#server/domain/users.ts'
import { containing, isWhole } from '#server/platform/http/lists/queries.ts'

export const personName = nameOf(users)
const byName = [asc(sql`lower(${personName})`), asc(users.id)]

export const isOneOfStaff = inArray(
  users.role,
  Role.options.filter((role) => isStaff(role)),
)
export const isAssignable = and(isOneOfStaff, eq(users.status, 'active'))

const isCustomer = and(sql`not ${isOneOfStaff}`, ne(users.status, 'suspended'))

export const findAssignees = (db: Database) =>
  db
    .select({ id: users.id, name: personName, email: users.email })
    .from(users)
    .where(isAssignable)
    .orderBy(...byName)

export const findAssignee = (db: Database, id: string) =>
  db
    .select({ id: users.id, name: personName })
    .from(users)
    .where(and(isAssignable, eq(users.id, id)))
    .then(first)

const selectCustomers = (db: Database) =>
  db
    .select({
      id: users.id,
      name: personName,
      email: users.email,
      organizationName: organizations.name,
      organizationId: organizations.id,
    })
    .from(users)
    .innerJoin(organizations, eq(organizations.id, users.organizationId))

export const findCustomers = (db: Database, search: string | undefined) =>
  selectCustomers(db)
    .where(and(isCustomer, search ? isPersonLike(containing(search), organizations.name) : undefined))
    .orderBy(...(search ? [desc(isWhole(search, users.email, personName, organizations.name))] : []), ...byName)
    .limit(CUSTOMER_CHOICES)

export const findCustomer = (db: Database, id: string) =>
  selectCustomers(db)
    .where(and(isCustomer, eq(users.id, id)))
    .then(first)

export type PeopleMatches = { userIds: string[]; organizationIds: string[] }

/** A longer list of names does not narrow the search. */
const MATCHES_MAX = 5000

export async function findPeople(db: Database, search: string): Promise<PeopleMatches> {
  const [people, companies] = await Promise.all([
    db
      .select({ id: users.id })
      .from(users)
      .where(isPersonLike(containing(search)))
      .limit(MATCHES_MAX + 1),
    db
      .select({ id: organizations.id })
      .from(organizations)
      .where(ilike(organizations.name, containing(search)))
      .limit(MATCHES_MAX + 1),
  ])
  return { userIds: idsOfFew(people), organizationIds: idsOfFew(companies) }
}

const idsOfFew = (rows: { id: string }[]) => (rows.length > MATCHES_MAX ? [] : rows.map(({ id }) => id))

/** Before any ticket, in the same order as deleting a category. */
export const lockCategoryForKeyShare = (tx: Database, id: string) =>
  tx
    .select({ id: ticketCategories.id })
    .from(ticketCategories)
    .where(eq(ticketCategories.id, id))
    .for('key share')
    .then(first)

export const selectNames = (tx: Database, ids: string[]) =>
  tx
    .select({ id: ticketCategories.id, name: ticketCategories.name })
    .from(ticketCategories)
    .where(inArray(ticketCategories.id, ids))
    .unionAll(
      tx
        .select({ id: users.id, name: sql<string>`${personName}` })
        .from(users)
        .where(inArray(users.id, ids)),
    )
