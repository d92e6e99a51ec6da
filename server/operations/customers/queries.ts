import { and, count, eq, inArray, isNull, or, sql } from 'drizzle-orm'
import type { CustomerFilter } from '#contract/operations/customers.ts'
import { alias } from 'drizzle-orm/pg-core'
import { first, only, type Database } from '#server/database/database.ts'
import { invoices } from '#server/database/schema/billing/invoices.ts'
import { subscriptions } from '#server/database/schema/billing/subscriptions.ts'
import { customerProfiles } from '#server/database/schema/customers.ts'
import { organizations } from '#server/database/schema/identity/organizations.ts'
import { users } from '#server/database/schema/identity/users.ts'
import { tickets } from '#server/database/schema/support/tickets.ts'
import { isShownToCustomers } from '#server/domain/invoices.ts'
import { licensesUsed } from '#server/domain/licenses.ts'
import { shownBillingStatus } from '#server/domain/organizations.ts'
import { ownLive, shownSubscription } from '#server/domain/subscriptions.ts'
import { isListed, isPersonLike, nameOf } from '#server/domain/users.ts'
import { after, containing, limitOf, orderBy, type ListQuery } from '#server/platform/http/lists/queries.ts'
import { isUnfinished } from '#server/support/public.ts'

const status = sql<'active' | 'pending' | 'suspended'>`case
  when ${organizations.suspendedAt} is not null then 'suspended'
  when ${organizations.isActive} then 'active'
  else 'pending' end`

const openTickets = sql<number>`(select count(*)::int from ${tickets}
  where ${tickets.organizationId} = ${organizations.id} and ${isUnfinished})`

const owners = alias(users, 'owners')

const shown = {
  id: organizations.id,
  name: organizations.name,
  contactEmail: organizations.contactEmail,
  createdAt: organizations.createdAt,
  status,
  billingStatus: shownBillingStatus,
  planName: subscriptions.planName,
  seats: sql<number>`coalesce(${subscriptions.licenseLimit}, 0)`,
  seatsUsed: licensesUsed,
  openTickets,
  tags: sql<string[]>`coalesce(${customerProfiles.tags}, '{}')`,
  owner: sql<{ id: string; name: string } | null>`case when ${owners.id} is not null then
    jsonb_build_object('id', ${owners.id}, 'name', ${nameOf(owners)}) end`,
}

const byName = { by: sql`lower(${organizations.name})`, id: organizations.id, descending: false }

type CustomerQuery = ListQuery & CustomerFilter & { readerId: string }

const isOwner = (owner: string, readerId: string) =>
  owner === 'none' ? isNull(owners.id) : eq(owners.id, owner === 'me' ? readerId : owner)

const matching = ({ search, readerId, ...wanted }: CustomerQuery) =>
  and(
    wanted.tag ? sql`${customerProfiles.tags} @> array[${wanted.tag}]::text[]` : undefined,
    wanted.owner ? isOwner(wanted.owner, readerId) : undefined,
    wanted.status && sql`${status} = ${wanted.status}`,
    wanted.billingStatus && sql`${shownBillingStatus} = ${wanted.billingStatus}`,
    search ? mentions(containing(search)) : undefined,
  )

const isCustomer = inArray(users.role, ['org_admin', 'customer'])

/** Finds the organization of a person, too. */
const mentions = (pattern: string) =>
  or(
    sql`${organizations.name} ilike ${pattern}`,
    sql`${organizations.contactEmail} ilike ${pattern}`,
    sql`${organizations.id} in (select ${users.organizationId} from ${users} where ${isListed} and ${isCustomer} and ${isPersonLike(pattern)})`,
  )

export const findCustomers = (db: Database, query: CustomerQuery) =>
  db
    .select({ ...shown, sortKey: sql<string>`${byName.by}` })
    .from(organizations)
    .leftJoin(subscriptions, ownLive)
    .leftJoin(customerProfiles, eq(customerProfiles.organizationId, organizations.id))
    .leftJoin(owners, eq(owners.id, customerProfiles.ownerId))
    .where(and(matching(query), after(query, byName)))
    .orderBy(...orderBy(byName))
    .limit(limitOf(query))

export const countCustomers = (db: Database, query: CustomerQuery) =>
  db
    .select({ total: count() })
    .from(organizations)
    .leftJoin(subscriptions, ownLive)
    .leftJoin(customerProfiles, eq(customerProfiles.organizationId, organizations.id))
    .leftJoin(owners, eq(owners.id, customerProfiles.ownerId))
    .where(matching(query))
    .then(only)
    .then(({ total }) => total)

const countIn = (table: typeof users | typeof invoices | typeof tickets, condition = sql`true`) =>
  sql<number>`(select count(*)::int from ${table} where ${table.organizationId} = ${organizations.id} and ${condition})`

export const findCustomer = (db: Database, id: string, { isAdmin }: { isAdmin: boolean }) =>
  db
    .select({
      customer: {
        ...shown,
        phone: organizations.phone,
        address: organizations.address,
        billingType: organizations.billingType,
        people: countIn(users, isCustomer),
        invoices: countIn(invoices, isAdmin ? undefined : isShownToCustomers),
        tickets: countIn(tickets),
      },
      subscription: shownSubscription,
      suspendedAt: organizations.suspendedAt,
      suspensionReason: organizations.suspensionReason,
    })
    .from(organizations)
    .leftJoin(subscriptions, ownLive)
    .leftJoin(customerProfiles, eq(customerProfiles.organizationId, organizations.id))
    .leftJoin(owners, eq(owners.id, customerProfiles.ownerId))
    .where(eq(organizations.id, id))
    .then(first)

export const existsCustomer = (db: Database, id: string) =>
  db.$count(organizations, eq(organizations.id, id)).then((found) => found > 0)
