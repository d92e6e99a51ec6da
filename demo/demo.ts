import { setTimeout as delay } from 'node:timers/promises'
import { isNotNull, sql } from 'drizzle-orm'
import type { PgTable } from 'drizzle-orm/pg-core'
import { withActivity } from '#demo/licensing/activity.ts'
import type { Database } from '#server/database/database.ts'
import { auditLog } from '#server/database/schema/audit.ts'
import {
  invoiceItems,
  invoiceReminders,
  invoices,
  invoiceStatusChanges,
  numberSeries,
} from '#server/database/schema/billing/invoices.ts'
import { paymentProofs } from '#server/database/schema/billing/payment-proofs.ts'
import { creditNotes, payments, seatCharges } from '#server/database/schema/billing/payments.ts'
import { adjustments, subscriptions } from '#server/database/schema/billing/subscriptions.ts'
import { customerNotes, customerProfiles } from '#server/database/schema/customers.ts'
import { emails } from '#server/database/schema/emails.ts'
import { blockedDomains } from '#server/database/schema/identity/blocked-domains.ts'
import { invitations } from '#server/database/schema/identity/invitations.ts'
import { mfaSecrets } from '#server/database/schema/identity/mfa.ts'
import { organizations } from '#server/database/schema/identity/organizations.ts'
import { users } from '#server/database/schema/identity/users.ts'
import { licenseRequests } from '#server/database/schema/licensing/license-requests.ts'
import { checkIns, deviceMoves, enrollmentKeys, licenses } from '#server/database/schema/licensing/licenses.ts'
import { objects } from '#server/database/schema/objects.ts'
import { releaseNotes, versions } from '#server/database/schema/releases.ts'
import { documentFeedback, documents } from '#server/database/schema/support/documents.ts'
import { inboxViews } from '#server/database/schema/support/inbox.ts'
import { cannedReplies, ticketCategories } from '#server/database/schema/support/support-desk.ts'
import { ticketAttachments, ticketMessages, tickets } from '#server/database/schema/support/tickets.ts'
import { dailyTotals, usageMonths } from '#server/database/schema/usage.ts'
import { ticketReads } from '#server/database/schema/support/ticket-users.ts'
import { hashPassword } from '#server/identity/public.ts'
import { firstTarget, resolutionTarget } from '#server/support/public.ts'
import { buildInvoices } from './billing/invoices.ts'
import { buildPaymentProofs } from './billing/payment-proofs.ts'
import { buildSeatChanges, buildSeatCharges } from './billing/seat-changes.ts'
import { buildTotals } from './billing/totals.ts'
import { createCalendar, type Calendar } from './calendar.ts'
import { buildAccounts, type Account, buildSecondFactors } from './identity/accounts.ts'
import { buildBlockedDomains } from './identity/blocked-domains.ts'
import { buildCustomers, type Customer } from './identity/customers.ts'
import { buildTeam } from './identity/team.ts'
import { buildDevices } from './licensing/devices.ts'
import { buildEnrollmentKeys } from './licensing/enrollment-keys.ts'
import { buildLicenses } from './licensing/licenses.ts'
import { buildRequests } from './licensing/requests.ts'
import { buildUsage } from './licensing/usage.ts'
import { buildCustomerCare } from './operations/customer-care.ts'
import { buildEmails } from './operations/emails.ts'
import { buildHistory } from './operations/history.ts'
import type { EmailSources } from './operations/sent-emails.ts'
import { createRandom } from './random.ts'
import { buildReleases } from './releases/releases.ts'
import { buildAttachments } from './support/attachments.ts'
import { buildDocuments } from './support/documents.ts'
import { buildFeedback } from './support/feedback.ts'
import { buildViews, withSnoozed } from './support/inbox.ts'
import { buildConversations } from './support/messages.ts'
import { buildCannedReplies, buildCategories } from './support/support-desk.ts'
import { buildReads, buildTickets } from './support/tickets.ts'

type Settings = EmailSources['config'] & { demoPassword: string }

/**
 * Fills an empty portal with 30 customers and 18 months of history, the same in each demo. Returns false, without
 * changes, if the portal has users.
 */
export async function seedDemo(db: Database, { demoPassword, ...config }: Settings) {
  if (await hasUsers(db)) return false
  const passwordHash = await hashPassword(demoPassword)
  for (;;) {
    const outcome = await fill(db, passwordHash, config)
    if (outcome !== 'busy') return outcome === 'filled'
    await delay(POLL)
  }
}

/** Any number that nothing else locks. */
const LOCK = 1_848_217_003

/** In milliseconds. */
const POLL = 200

/** If two processes start at once, the second one is 'busy' until the first has ended: on a slow machine, longer than a statement may wait. */
const fill = (db: Database, passwordHash: string, config: EmailSources['config']) =>
  db.transaction(async (tx) => {
    const { rows } = await tx.execute<{ isFirst: boolean }>(sql`select pg_try_advisory_xact_lock(${LOCK}) as "isFirst"`)
    if (!rows[0]?.isFirst) return 'busy'
    // Waits for registrations.
    await tx.execute(sql`set local lock_timeout = '7s'`)
    await tx.execute(sql`set local statement_timeout = '7s'`)
    await tx.execute(sql`lock table ${users} in share row exclusive mode`)
    if (await hasUsers(tx)) return 'in use'
    await insertExampleData(tx, passwordHash, config)
    return 'filled'
  })

const hasUsers = async (db: Database) => (await db.select({ id: users.id }).from(users).limit(1)).length > 0

async function insertExampleData(tx: Database, passwordHash: string, config: EmailSources['config']) {
  const calendar = createCalendar(new Date())
  // Separate seeds, so that more rows of one kind don't change the others.
  const customers = buildCustomers(createRandom(1), calendar)
  const accounts = buildAccounts(customers, createRandom(2), calendar, passwordHash)
  const seats = buildLicenses(customers, createRandom(3), calendar)
  await insertAll(
    tx,
    organizations,
    customers.map(({ organization }) => organization),
  )
  await insertAll(tx, users, accounts)
  await insertAll(tx, mfaSecrets, buildSecondFactors(accounts, createRandom(8)))
  await insertAll(
    tx,
    subscriptions,
    customers.flatMap(({ subscription }) => subscription ?? []),
  )
  await insertAll(tx, auditLog, buildHistory(seats.licenses, accounts, createRandom(7), calendar))
  await insertDevices(tx, seats, { accounts, customers, calendar })
  await insertAll(tx, blockedDomains, buildBlockedDomains(accounts, calendar))
  const care = buildCustomerCare(customers, accounts, createRandom(24), calendar)
  await insertAll(tx, customerProfiles, care.profiles)
  await insertAll(tx, customerNotes, care.notes)
  const team = buildTeam(customers, accounts, createRandom(10), calendar)
  await insertAll(tx, invitations, team.invitations)
  await insertAll(tx, auditLog, team.trail)
  const cast = { config, accounts, customers, calendar }
  const billed = await insertMoney(tx, cast)
  const support = await insertSupport(tx, accounts, calendar)
  const requests = buildRequests(customers, accounts, calendar)
  await insertAll(tx, licenseRequests, requests)
  await insertAll(tx, emails, await buildEmails(tx, cast, { ...billed, requests, support }, createRandom(21)))
  await insertAll(tx, usageMonths, buildUsage(customers, seats.licenses, createRandom(6), calendar))
  await insertAll(tx, dailyTotals, buildTotals(customers, seats.licenses, support.tickets, calendar))
  const articles = buildDocuments(accounts, createRandom(25), calendar)
  await insertAll(tx, documents, articles)
  await insertAll(tx, documentFeedback, buildFeedback(articles, accounts, createRandom(26), calendar))
  const releases = buildReleases(accounts, calendar)
  await insertAll(tx, objects, releases.files)
  await insertAll(tx, versions, releases.versions)
  await insertAll(tx, releaseNotes, releases.notes)
}

type Cast = { accounts: Account[]; customers: Customer[]; calendar: Calendar }

async function insertDevices(
  tx: Database,
  seats: ReturnType<typeof buildLicenses>,
  { accounts, customers, calendar }: Cast,
) {
  const owners = customers.slice(0, 2).map(({ id }) => accounts.find(({ organizationId }) => organizationId === id)!)
  const devices = buildDevices(seats, { owners, random: createRandom(17), calendar })
  const enrollment = buildEnrollmentKeys(owners[0]!, createRandom(18), calendar)
  await insertAll(tx, licenses, devices.licenses)
  const activity = createRandom(23)
  const activated = new Map(devices.licenses.map(({ id, activatedAt }) => [id, activatedAt]))
  await insertAll(
    tx,
    checkIns,
    devices.checkIns.map((checkIn) => withActivity(checkIn, activated.get(checkIn.licenseId), activity)),
  )
  await insertAll(tx, deviceMoves, devices.moves)
  await insertAll(tx, enrollmentKeys, enrollment.keys)
  await insertAll(tx, auditLog, [...devices.trail, ...enrollment.trail])
}

async function insertMoney(tx: Database, { config, accounts, customers, calendar }: EmailSources) {
  const seatChanges = buildSeatChanges(customers, calendar)
  const adminId = accounts.find(({ role }) => role === 'admin')!.id
  const { name, address, vatNumber = null } = config.vendor
  const sources = { customers, seatChanges, adminId, vendor: { name, address, vatNumber } }
  const money = buildInvoices(sources, createRandom(4), calendar)
  await insertAll(tx, adjustments, seatChanges)
  await insertAll(tx, invoices, money.invoices)
  await insertAll(tx, invoiceItems, money.items)
  await insertAll(tx, invoiceStatusChanges, money.statusChanges)
  await insertAll(tx, payments, money.payments)
  await insertAll(tx, creditNotes, money.creditNotes)
  await insertAll(tx, seatCharges, buildSeatCharges(customers, seatChanges))
  await insertAll(tx, invoiceReminders, money.reminders)
  await insertAll(tx, numberSeries, money.series)
  const sent = buildPaymentProofs(money.invoices, accounts, createRandom(27))
  await insertAll(tx, objects, sent.files)
  await insertAll(tx, paymentProofs, sent.proofs)
  return { money, seatChanges }
}

async function insertSupport(tx: Database, accounts: Account[], calendar: Calendar) {
  const categories = buildCategories(createRandom(15), calendar)
  const cast = { accounts, categories, random: createRandom(12), calendar }
  const support = buildConversations(buildTickets(accounts, createRandom(5), calendar), cast)
  const attached = buildAttachments(support, createRandom(16))
  await insertAll(tx, ticketCategories, categories)
  await insertAll(tx, cannedReplies, buildCannedReplies(calendar))
  await insertAll(tx, tickets, withSnoozed(support.tickets, calendar))
  await insertAll(tx, inboxViews, buildViews(accounts))
  await tx.update(tickets).set(firstTarget).where(isNotNull(tickets.firstResponseAt))
  await tx.update(tickets).set(resolutionTarget).where(isNotNull(tickets.resolvedAt))
  await insertAll(tx, ticketMessages, support.messages)
  await insertAll(tx, ticketReads, buildReads(support.tickets, accounts))
  await insertAll(tx, auditLog, support.trail)
  await insertAll(tx, objects, attached.files)
  await insertAll(tx, ticketAttachments, attached.rows)
  return support
}

/** PostgreSQL accepts 65,535 parameters in a statement. */
const BATCH = 1000

async function insertAll<Table extends PgTable>(tx: Database, table: Table, rows: Table['$inferInsert'][]) {
  for (let start = 0; start < rows.length; start += BATCH) {
    await tx.insert(table).values(rows.slice(start, start + BATCH))
  }
}
