import { and, eq, inArray, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { Database } from '#server/database/database.ts'
import { invoices } from '#server/database/schema/billing/invoices.ts'
import { users } from '#server/database/schema/identity/users.ts'
import { tickets } from '#server/database/schema/support/tickets.ts'
import { isShownToCustomers } from '#server/domain/invoices.ts'
import { ticketNumber } from '#server/domain/tickets.ts'
import { isListed, isPersonLike, lastSignIn, nameOf } from '#server/domain/users.ts'
import { after, containing, limitOf, orderBy, type ListQuery } from '#server/platform/http/lists/queries.ts'

const fullName = nameOf(users)

const personOrder = { by: sql`lower(${fullName})`, id: users.id, descending: false }

const isOf = (organizationId: string, { search }: ListQuery) =>
  and(
    isListed,
    eq(users.organizationId, organizationId),
    inArray(users.role, ['org_admin', 'customer']),
    search ? isPersonLike(containing(search)) : undefined,
  )

export const findPeople = (db: Database, organizationId: string, query: ListQuery) =>
  db
    .select({
      id: users.id,
      firstName: users.firstName,
      lastName: users.lastName,
      email: users.email,
      role: users.role,
      status: users.status,
      isEmailVerified: sql<boolean>`${users.emailVerifiedAt} is not null`,
      isMfaEnabled: sql<boolean>`${users.mfaEnabledAt} is not null`,
      createdAt: users.createdAt,
      lastSignIn: lastSignIn(db),
      sortKey: sql<string>`${personOrder.by}`,
    })
    .from(users)
    .where(and(isOf(organizationId, query), after(query, personOrder)))
    .orderBy(...orderBy(personOrder))
    .limit(limitOf(query))

export const countPeople = (db: Database, organizationId: string, query: ListQuery) =>
  db.$count(users, isOf(organizationId, query))

const newestInvoice = { by: invoices.createdAt, id: invoices.id, descending: true }

const isShown = (organizationId: string, { isAdmin }: { isAdmin: boolean }) =>
  and(eq(invoices.organizationId, organizationId), isAdmin ? undefined : isShownToCustomers)

type RecordQuery = ListQuery & { isAdmin: boolean }

export const findCustomerInvoices = (db: Database, organizationId: string, query: RecordQuery) =>
  db
    .select({
      id: invoices.id,
      invoiceNumber: invoices.invoiceNumber,
      amountCents: invoices.amountCents,
      status: invoices.status,
      createdAt: invoices.createdAt,
      sortKey: sql<string>`${invoices.createdAt}::text`,
    })
    .from(invoices)
    .where(and(isShown(organizationId, query), after(query, newestInvoice)))
    .orderBy(...orderBy(newestInvoice))
    .limit(limitOf(query))

export const countCustomerInvoices = (db: Database, organizationId: string, query: RecordQuery) =>
  db.$count(invoices, isShown(organizationId, query))

const assignees = alias(users, 'assignees')

const lastChanged = { by: tickets.updatedAt, id: tickets.id, descending: true }

export const findCustomerTickets = (db: Database, organizationId: string, query: ListQuery) =>
  db
    .select({
      id: tickets.id,
      ticketNumber,
      title: tickets.title,
      status: tickets.status,
      priority: tickets.priority,
      createdAt: tickets.createdAt,
      updatedAt: tickets.updatedAt,
      requester: fullName,
      assigneeName: sql<string | null>`${nameOf(assignees)}`,
      sortKey: sql<string>`${tickets.updatedAt}::text`,
    })
    .from(tickets)
    .innerJoin(users, eq(users.id, tickets.userId))
    .leftJoin(assignees, eq(assignees.id, tickets.assigneeId))
    .where(and(eq(tickets.organizationId, organizationId), after(query, lastChanged)))
    .orderBy(...orderBy(lastChanged))
    .limit(limitOf(query))

export const countCustomerTickets = (db: Database, organizationId: string) =>
  db.$count(tickets, eq(tickets.organizationId, organizationId))
