import { eq, sql } from 'drizzle-orm'
import { beforeAll, expect, test } from 'vitest'
import { makeInvoice } from '#demo/rows/invoices.ts'
import { makeUser } from '#demo/rows/users.ts'
import { recordPayment } from '#server/billing/ledger/payments.ts'
import { invoices, invoiceItems, invoiceStatusChanges, numberSeries } from '#server/database/schema/billing/invoices.ts'
import { payments } from '#server/database/schema/billing/payments.ts'
import { emails } from '#server/database/schema/emails.ts'
import { systemActor } from '#server/platform/actor.ts'
import {
  adjustmentsOf,
  bill,
  dayIn,
  invoicesOf,
  linesOf,
  plan,
  stored,
  subscribed,
  today,
} from '#server/testing/billing/renewals.ts'
import { db, platform, pool } from '#server/testing/testing.ts'

/** Ends the connection in the middle of what it writes, as a process that is killed does. */
beforeAll(() =>
  pool.query(`
    create sequence writes;
    create function die() returns trigger language plpgsql as $$ begin
      if nextval('writes') = tg_argv[0]::bigint then
        perform pg_terminate_backend(pg_backend_pid(), 60000);
      end if;
      return new;
    end $$`),
)

/** Runs with a death at the nth row that is written to a table. Says whether it came to that. */
async function dying(table: string, nth: number, run: () => Promise<unknown>) {
  await pool.query(`alter sequence writes restart`)
  await pool.query(`create trigger dies before insert on ${table} for each row execute function die(${nth})`)
  try {
    return await run().then(
      () => false,
      () => true,
    )
  } finally {
    await pool.query(`drop trigger dies on ${table}`)
  }
}

/** Its renewal is due, and R20.00 that was paid too much pays a part of it. */
async function aboutToRenew() {
  const subscription = await subscribed({ currentPeriodEnd: dayIn(2) })
  const { organizationId } = subscription
  const { email } = await makeUser(db, { role: 'org_admin', organizationId })
  const { id } = await makeInvoice(db, { organizationId, amountCents: 5000 })
  await recordPayment(platform, systemActor, {
    id,
    amount: '70.00',
    method: 'eft',
    receivedOn: today,
    confirmOverpayment: true,
  })
  return { subscription, email }
}

async function everything({ subscription, email }: Awaited<ReturnType<typeof aboutToRenew>>) {
  const { organizationId } = subscription
  const lines = await db.$count(invoiceItems, eq(invoiceItems.organizationId, organizationId))
  const moves = await db.$count(invoiceStatusChanges, eq(invoiceStatusChanges.organizationId, organizationId))
  const entries = await db.$count(payments, eq(payments.organizationId, organizationId))
  const letters = await db.$count(emails, eq(emails.to, email))
  const audits = await db.execute(sql`select count(*)::int from audit_log where organization_id = ${organizationId}`)
  const sent = await db.execute(sql`select count(*)::int from pgboss.job where name = 'send-mail'`)
  return {
    invoices: await db.$count(invoices, eq(invoices.organizationId, organizationId)),
    series: await db.select().from(numberSeries),
    counts: [lines, moves, entries, letters, audits.rows, sent.rows],
  }
}

test.each([
  'invoices',
  'invoice_items',
  'invoice_status_changes',
  'number_series',
  'payments',
  'audit_log',
  'emails',
  'pgboss.job',
])(
  'a process that dies as it writes to %s leaves nothing behind, and the next one does all of it once',
  async (table) => {
    const customer = await aboutToRenew()
    const { subscription } = customer
    const before = await everything(customer)
    expect(await dying(table, 1, () => bill(subscription))).toBe(true)
    expect(await everything(customer)).toEqual(before)
    await bill(subscription)
    await bill(subscription)
    const after = await everything(customer)
    expect(after.invoices).toBe(before.invoices + 1)
    expect(await invoicesOf(subscription)).toMatchObject([{ amountCents: 12_000, paidCents: 2000, status: 'issued' }])
    expect(await db.$count(emails, eq(emails.to, customer.email))).toBe(2)
  },
)

test('however often it dies between one step and the next, each is done once', async () => {
  const outcome = async (deaths: number[]) => {
    const subscription = await subscribed({ currentPeriodEnd: dayIn(-1, '10:00') })
    await plan(subscription, 5, subscription.currentPeriodEnd)
    for (const nth of deaths) expect(await dying('audit_log', nth, () => bill(subscription))).toBe(true)
    await bill(subscription)
    const [invoice, ...others] = await invoicesOf(subscription)
    const { licenseLimit, status } = await stored(subscription)
    const adjustments = (await adjustmentsOf(subscription)).map((adjustment) => adjustment.status)
    return { licenseLimit, status, adjustments, others, lines: await linesOf(invoice!) }
  }
  const calm = await outcome([])
  expect(calm).toMatchObject({ licenseLimit: 15, adjustments: ['applied'], others: [] })
  expect(await outcome([1, 1, 2, 1])).toEqual(calm)
  expect(await outcome([2, 1])).toEqual(calm)
})
