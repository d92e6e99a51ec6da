import { invoices, type InvoiceStatus } from '#contract/billing/invoices.ts'
import { payments } from '#contract/billing/payments.ts'
import { statusPreviews } from '#contract/billing/status-previews.ts'
import { makeInvoice, type InvoiceRow } from '#demo/rows/invoices.ts'
import { issueInvoice } from '#server/billing/invoices/issue.ts'
import { withBillingLock } from '#server/billing/lock.ts'
import { sumCredit } from '#server/domain/invoices.ts'
import { systemActor } from '#server/platform/actor.ts'
import { db, newOrganization, platform, signIn } from '#server/testing/testing.ts'

export const admin = await signIn({ role: 'admin' })

type ById = { id: string }

/** An unpaid invoice over R1000.00 of a new organization. */
export const owe = async (facts: Partial<InvoiceRow> = {}) =>
  makeInvoice(db, { organizationId: await newOrganization(), amountCents: 100_000, ...facts })

export const RECEIVED = '2026-02-03'

/** However much it is: that it has to be confirmed is proved once. */
export const pay = ({ id }: ById, amount: string, body: object = {}) =>
  admin.call(payments.record, {
    params: { id },
    body: { amount, receivedOn: RECEIVED, confirmOverpayment: true, ...body },
  })

export const reverse = (id: string | undefined, reason = 'The bank returned it.') =>
  admin.call(payments.reverse, { params: { id }, body: { reason } })

export const credit = ({ id }: ById, amount: string, reason = 'Agreed on the phone.') =>
  admin.call(payments.credit, { params: { id }, body: { amount, reason } })

export const refund = (organizationId: string, amount: string, body: object = {}) =>
  admin.call(payments.refund, {
    params: { id: organizationId },
    body: { amount, receivedOn: RECEIVED, reference: 'EFT 7', ...body },
  })

export const set = ({ id }: ById, status: InvoiceStatus) =>
  admin.call(invoices.setStatus, { params: { id }, body: { status } })

export const preview = ({ id }: ById, status: InvoiceStatus) =>
  admin.call(statusPreviews.read, { params: { id }, query: { status } })

export const read = async ({ id }: ById) => (await admin.call(payments.read, { params: { id } })).body

/** Cents. */
export const creditLeft = ({ organizationId }: { organizationId: string }) => sumCredit(db, organizationId)

type Order = Partial<Parameters<typeof issueInvoice>[3]> & { organizationId: string }

/** One that the portal issues: over R1000.00, due long from now. */
export const issue = ({ organizationId, ...order }: Order) =>
  withBillingLock(platform, organizationId, (lock) =>
    issueInvoice(platform, lock, systemActor, {
      dueDate: '2099-12-31',
      items: [{ description: 'Standard Plan', quantity: 4, amountCents: 100_000 }],
      ...order,
    }),
  )

/** The ledger in short. */
export const kindsOf = (rows: { kind: string; amount: string }[]) => rows.map(({ kind, amount }) => `${kind} ${amount}`)
