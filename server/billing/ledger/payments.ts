import {
  CANNOT_REVERSE,
  canPay,
  canReverse,
  CONFIRM_OVERPAYMENT,
  CREDIT_MEANWHILE,
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
import { notifyPaymentReceived, notifyPaymentReversed } from '#server/billing/emails/notify.ts'
import { withBillingLock, withInvoiceLock, type BillingLock } from '#server/billing/lock.ts'
import type { Database } from '#server/database/database.ts'
import { balanceOf, sumCredit, type LockedInvoice } from '#server/domain/invoices.ts'
import type { Actor } from '#server/platform/actor.ts'
import { audit } from '#server/platform/audit.ts'
import { badRequest, conflict, notFound } from '#server/platform/http/errors.ts'
import type { Platform } from '#server/platform/platform.ts'
import { coverCredit } from './apply-credit.ts'
import { keepExcess, undoOne } from './calculations.ts'
import { postEntries, postingOf } from './post-entries.ts'
import { findEntries, findInvoiceOfEntry, findPayment, insertEntries, type Entry, type PaymentRow } from './queries.ts'

type ById = { id: string }

export const recordPayment = (platform: Platform, actor: Actor, { id, ...draft }: PaymentDraft & ById) =>
  withInvoiceLock(platform, id, async (lock, invoice) => {
    refuseFuture(lock, draft.receivedOn)
    if (!canPay(invoice)) throw conflict(NOTHING_TO_PAY)
    if (draft.owed !== undefined && toCents(draft.owed) !== balanceOf(invoice)) throw conflict(OWED_MEANWHILE)
    refuseOverpayment(invoice, draft)
    const entries = draft.method === 'credit' ? await payByCredit(lock.tx, invoice, draft) : payByMoney(invoice, draft)
    const posting = postingOf(lock, invoice, 'invoice.payment-recorded', entries)
    const [posted = invoice] = await postEntries(platform, lock, actor, [posting])
    if (draft.method !== 'eft') return
    await notifyPaymentReceived(platform, lock, { invoice: posted, amountCents: toCents(draft.amount) })
  })

/** By the day in the vendor’s time zone. */
function refuseFuture({ today }: BillingLock, day: string) {
  if (day > today) throw badRequest(FUTURE_PAYMENT, { receivedOn: FUTURE_PAYMENT })
}

function refuseOverpayment(invoice: LockedInvoice, draft: PaymentDraft) {
  const balance = toAmount(balanceOf(invoice))
  if (draft.confirmOverpayment || !isOverpayment(draft, balance)) return
  throw conflict(`${overpaymentSentence(draft.amount, balance)} ${CONFIRM_OVERPAYMENT}`)
}

function payByMoney(invoice: LockedInvoice, { amount, receivedOn, reference }: PaymentDraft): Entry[] {
  const amountCents = toCents(amount)
  const money: Entry = { kind: 'payment', amountCents, receivedOn, reference: reference || null }
  return [money, ...keepExcess(amountCents - balanceOf(invoice))]
}

/** Uses at most the balance; the rest stays credit. */
async function payByCredit(tx: Database, invoice: LockedInvoice, { amount, ...draft }: PaymentDraft): Promise<Entry[]> {
  const amountCents = toCents(amount)
  if (amountCents > (await sumCredit(tx, invoice.organizationId))) throw conflict(NOT_ENOUGH_CREDIT)
  const { receivedOn, reference } = draft
  const used = Math.min(amountCents, balanceOf(invoice))
  return [{ kind: 'credit_used', amountCents: used, receivedOn, reference: reference || null }]
}

/** Reverses a payment that bounced or was recorded by mistake. Returns its invoice's id. */
export async function reversePayment(platform: Platform, actor: Actor, { id, reason }: ReversalDraft & ById) {
  const entry = await findInvoiceOfEntry(platform.db, id)
  if (!entry) throw notFound('Payment')
  if (entry.invoiceId === null) throw conflict(CANNOT_REVERSE)
  await withInvoiceLock(platform, entry.invoiceId, async (lock, invoice) => {
    const rows = await findEntries(lock.tx, invoice)
    const payment = rows.find((row) => row.id === id)
    const isReversed = rows.some(({ reverses }) => reverses === id)
    if (!payment || !canReverse({ ...payment, isReversed })) throw conflict(CANNOT_REVERSE)
    const entries = undoOne({ invoice, rows, payment, note: reason })
    const posting = postingOf(lock, invoice, 'invoice.payment-reversed', entries)
    const postings = [posting, ...(await coverCredit(lock, invoice, entries))]
    const [posted = invoice, ...others] = await postEntries(platform, lock, actor, postings)
    await notifyPaymentReversed(platform, lock, { invoice: posted, amountCents: payment.amountCents, reason, others })
  })
  return entry.invoiceId
}

export const recordRefund = (platform: Platform, actor: Actor, { id, ...draft }: RefundDraft & ById) =>
  withBillingLock(platform, id, async (lock): Promise<Payment> => {
    refuseFuture(lock, draft.receivedOn)
    const { tx } = lock
    const { amount, receivedOn, reference } = draft
    const amountCents = toCents(amount)
    const credit = await sumCredit(tx, id)
    if (draft.credit !== undefined && toCents(draft.credit) !== credit) throw conflict(CREDIT_MEANWHILE)
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

export const presentPayment = <Row extends PaymentRow>({ amountCents, ...payment }: Row) => ({
  ...payment,
  amount: toAmount(amountCents),
})
