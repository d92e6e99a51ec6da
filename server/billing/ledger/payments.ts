import {
  CANNOT_REVERSE,
  canPay,
  canReverse,
  CONFIRM_OVERPAYMENT,
  FUTURE_PAYMENT,
  isOverpayment,
  NOT_ENOUGH_CREDIT,
  NOTHING_TO_PAY,
  OWED_MEANWHILE,
  overpaymentSentence,
  type Payment,
  type PaymentDraft,
  type RefundDraft,
  type ReversalDraft,
} from '#contract/billing/payments.ts'
import { toAmount, toCents } from '#contract/money.ts'
import type { ActionOn } from '#contract/operations/audit-actions.ts'
import { tellReceived, tellReversed } from '#server/billing/emails/tell.ts'
import { presentPayment, readInvoice } from '#server/billing/invoices/detail.ts'
import { lockInvoice } from '#server/billing/invoices/lock-invoice.ts'
import type { LockedInvoice } from '#server/billing/invoices/status/queries.ts'
import type { Database } from '#server/database/database.ts'
import { sumCredit } from '#server/domain/invoices.ts'
import { lockOrganization } from '#server/domain/organizations.ts'
import type { Actor } from '#server/platform/actor.ts'
import { audit } from '#server/platform/audit.ts'
import { badRequest, conflict, notFound } from '#server/platform/http/errors.ts'
import type { Platform } from '#server/platform/platform.ts'
import { coverCredit } from './apply-credit.ts'
import { book } from './post-entries.ts'
import { findEntries, findEntry, findPayment, insertEntries, isAfterToday, type Entry } from './queries.ts'
import { balanceOf, keepRest, statusWith, sumOf, undoOne } from './reckoning.ts'

type ById = { id: string }

/** Money that came, or credit that is used, for an invoice that is owed. */
export async function recordPayment(platform: Platform, actor: Actor, { id, ...draft }: PaymentDraft & ById) {
  await platform.db.transaction(async (tx) => {
    await refuseFuture(tx, draft.receivedOn)
    const invoice = await lockInvoice(tx, id)
    if (!canPay(invoice)) throw conflict(NOTHING_TO_PAY)
    if (draft.owed !== undefined && toCents(draft.owed) !== balanceOf(invoice)) throw conflict(OWED_MEANWHILE)
    refuseOverpayment(invoice, draft)
    const entries = draft.method === 'credit' ? await payByCredit(tx, invoice, draft) : payByMoney(invoice, draft)
    await move(platform, tx, actor, invoice, { action: 'invoice.payment-recorded', entries })
    if (draft.method === 'eft') await tellReceived(platform, tx, { invoice, amountCents: toCents(draft.amount) })
  })
  return readInvoice(platform, platform.db, 'all', id)
}

async function refuseFuture(tx: Database, day: string) {
  if (await isAfterToday(tx, day)) throw badRequest(FUTURE_PAYMENT, { receivedOn: FUTURE_PAYMENT })
}

function refuseOverpayment(invoice: LockedInvoice, draft: PaymentDraft) {
  const balance = toAmount(balanceOf(invoice))
  if (draft.confirmOverpayment || !isOverpayment(draft, balance)) return
  throw conflict(`${overpaymentSentence(draft.amount, balance)} ${CONFIRM_OVERPAYMENT}`)
}

function payByMoney(invoice: LockedInvoice, { amount, receivedOn, reference }: PaymentDraft): Entry[] {
  const amountCents = toCents(amount)
  const money: Entry = { kind: 'payment', amountCents, receivedOn, reference: reference || null }
  return [money, ...keepRest(amountCents - balanceOf(invoice))]
}

/** No more of it than is owed: the rest is credit as it is. */
async function payByCredit(tx: Database, invoice: LockedInvoice, { amount, ...draft }: PaymentDraft): Promise<Entry[]> {
  const amountCents = toCents(amount)
  if (amountCents > (await sumCredit(tx, invoice.organizationId))) throw conflict(NOT_ENOUGH_CREDIT)
  const { receivedOn, reference } = draft
  const used = Math.min(amountCents, balanceOf(invoice))
  return [{ kind: 'credit_used', amountCents: used, receivedOn, reference: reference || null }]
}

type Moved = { action: ActionOn<'invoice'>; entries: Entry[] }

async function move(
  platform: Platform,
  tx: Database,
  actor: Actor,
  invoice: LockedInvoice,
  { action, entries }: Moved,
) {
  const paidCents = invoice.paidCents + sumOf(entries)
  await book(platform, tx, actor, invoice, { entries, status: statusWith(invoice, { paidCents }) })
  await audit(tx, actor, {
    action,
    organizationId: invoice.organizationId,
    subject: { kind: 'invoice', id: invoice.id },
    changes: { paid: [toAmount(invoice.paidCents), toAmount(paidCents)] },
  })
}

/** A payment that bounced, or was never made. */
export async function reversePayment(platform: Platform, actor: Actor, { id, reason }: ReversalDraft & ById) {
  const invoiceId = await platform.db.transaction(async (tx) => {
    const entry = await findEntry(tx, id)
    if (!entry) throw notFound('Payment')
    if (entry.invoiceId === null) throw conflict(CANNOT_REVERSE)
    const invoice = await lockInvoice(tx, entry.invoiceId)
    const rows = await findEntries(tx, invoice)
    const payment = rows.find((row) => row.id === id)
    const isReversed = rows.some(({ reverses }) => reverses === id)
    if (!payment || !canReverse({ ...payment, isReversed })) throw conflict(CANNOT_REVERSE)
    const entries = undoOne({ invoice, rows, payment, note: reason })
    await move(platform, tx, actor, invoice, { action: 'invoice.payment-reversed', entries })
    const others = await coverCredit(platform, tx, actor, invoice.organizationId)
    await tellReversed(platform, tx, { invoice, amountCents: payment.amountCents, reason, others })
    return invoice.id
  })
  return readInvoice(platform, platform.db, 'all', invoiceId)
}

/** Credit that was paid out to the customer. */
export const recordRefund = (platform: Platform, actor: Actor, { id, ...draft }: RefundDraft & ById) =>
  platform.db.transaction(async (tx): Promise<Payment> => {
    await refuseFuture(tx, draft.receivedOn)
    await lockOrganization(tx, id)
    const { amount, receivedOn, reference } = draft
    const amountCents = toCents(amount)
    const credit = await sumCredit(tx, id)
    if (amountCents > credit) throw conflict(NOT_ENOUGH_CREDIT)
    const refund = { kind: 'refund' as const, amountCents: -amountCents, receivedOn, reference }
    const [stored] = await insertEntries(tx, [{ ...refund, organizationId: id, userId: actor.id }])
    await audit(tx, actor, {
      action: 'organization.credit-refunded',
      organizationId: id,
      subject: { kind: 'organization', id },
      changes: { credit: [toAmount(credit), toAmount(credit - amountCents)] },
    })
    return presentPayment(await findPayment(tx, { organizationId: id, id: stored!.id }))
  })
