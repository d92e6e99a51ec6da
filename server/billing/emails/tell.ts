import type { NotificationKind } from '#contract/identity/account.ts'
import type { Effective } from '#contract/licensing/license-requests.ts'
import { remindOfEndings, remindOfInvoices } from '#server/billing/reminders/reminders.ts'
import type { Database } from '#server/database/database.ts'
import type { Attachment } from '#server/database/schema/emails.ts'
import { sumCredit, findItems } from '#server/domain/invoices.ts'
import { countLicenses } from '#server/domain/licenses.ts'
import type { Letter } from '#server/platform/mail/letter.ts'
import type { Platform } from '#server/platform/platform.ts'
import { creditNoteFile, invoiceFile } from './attachments.ts'
import { cancellationForSales, subscriptionCanceled, subscriptionResumed } from './cancellation.ts'
import { invoiceCredited, invoiceIssued, paymentReceived } from './invoices.ts'
import { onceKey } from './once-key.ts'
import type { To } from './parts.ts'
import { countPayments, findInvoice, findLateInvoices, findMoment, findSubscription } from './queries.ts'
import { readersOf, write, type Reader } from './readers.ts'
import { requestApproved, requestDeclined, requestForSales } from './requests.ts'
import { seatsChanged, seatsNotChanged } from './seats.ts'
import { subscriptionActive, subscriptionEnded, subscriptionPastDue, subscriptionUnpaid } from './standing.ts'

export { tellReversed } from './tell-reversed.ts'

/** A whole row will do. What a letter says of it is read in the transaction, as it is by then: call after everything is written. */
export type ToldInvoice = { id: string; organizationId: string }

/** That there is something to pay, to the admins. Once for an invoice, also when it becomes a draft and is issued again. */
export async function tellIssued(platform: Platform, tx: Database, { id, organizationId }: ToldInvoice) {
  const invoice = await findInvoice(tx, { id, organizationId })
  const items = await findItems(tx, { id, organizationId })
  await tell(platform, tx, organizationId, 'invoices', {
    once: onceKey.issued(id),
    compose: (to) => invoiceIssued(to, { invoice, items }),
    attachment: invoiceFile({ ...invoice, organizationId }),
  })
}

type Received = { invoice: ToldInvoice; amountCents: number }

/** A receipt of money that came: what is left to pay, or that it is paid in full, and the credit there is now. */
export async function tellReceived(platform: Platform, tx: Database, { invoice: told, amountCents }: Received) {
  const { organizationId } = told
  const invoice = await findInvoice(tx, told)
  const creditCents = await sumCredit(tx, organizationId)
  await tell(platform, tx, organizationId, 'invoices', {
    once: onceKey.received(invoice.id, await countPayments(tx, told)),
    compose: (to) => paymentReceived(to, { invoice, amountCents, creditCents }),
    attachment: invoiceFile({ ...invoice, organizationId }),
  })
}

type Credited = {
  invoice: ToldInvoice
  creditNote: { id: string; creditNoteNumber: string; amountCents: number; reason: string }
}

export async function tellCredited(platform: Platform, tx: Database, { invoice: told, creditNote }: Credited) {
  const { organizationId } = told
  const invoice = await findInvoice(tx, told)
  const creditCents = await sumCredit(tx, organizationId)
  await tell(platform, tx, organizationId, 'invoices', {
    once: onceKey.credited(creditNote.id),
    compose: (to) => invoiceCredited(to, { invoice, creditNote, creditCents }),
    attachment: creditNoteFile({ ...creditNote, organizationId }),
  })
}

type Subscription = { organizationId: string; subscriptionId: string }

/** `since`: the instant from which it is so. */
export type ToldStanding = Subscription & {
  planName: string
  standing: 'past_due' | 'unpaid' | 'active' | 'ended'
  since: string
}

const standings = {
  past_due: subscriptionPastDue,
  unpaid: subscriptionUnpaid,
  active: subscriptionActive,
  ended: subscriptionEnded,
}

/**
 * How its subscription stands now, to the admins. A payment that bounces makes it past due a second time since the same
 * instant, so the change is told apart by when it was made.
 */
export async function tellStanding(platform: Platform, tx: Database, { planName, standing, ...told }: ToldStanding) {
  const { organizationId, subscriptionId, since } = told
  const { isCanceled } = await findSubscription(tx, told)
  const late = await findLateInvoices(tx, told)
  await tell(platform, tx, organizationId, 'subscription', {
    once: onceKey.stands(standing, subscriptionId, { since, moment: await findMoment(tx) }),
    compose: (to) => standings[standing](to, { planName, late, isCanceled }),
  })
}

/** `key` says which change of seats it is. */
type Seats = Subscription & { key: string; from: number; to: number; failed: boolean }

/** That there are more or fewer seats from now on, or that a change could not be made and why. */
export async function tellSeats(platform: Platform, tx: Database, { organizationId, key, failed, ...seats }: Seats) {
  const used = await countLicenses(tx, organizationId)
  await tell(platform, tx, organizationId, 'subscription', {
    once: onceKey.seats(key),
    compose: (to) => (failed ? seatsNotChanged(to, { ...seats, used }) : seatsChanged(to, seats)),
  })
}

type Cancellation = Subscription & Parameters<typeof cancellationForSales>[1]

/** To the admins, and to sales. */
export async function tellCanceled(platform: Platform, tx: Database, canceled: Cancellation) {
  const once = onceKey.canceled(canceled.subscriptionId, await findMoment(tx))
  await tell(platform, tx, canceled.organizationId, 'subscription', {
    once,
    compose: (to) => subscriptionCanceled(to, canceled),
  })
  await platform.mailer.queue(tx, cancellationForSales(platform.config, canceled), { once })
}

/** That a cancellation was taken back, to the admins. `lastDay`: as for it. */
export async function tellResumed(
  platform: Platform,
  tx: Database,
  { organizationId, subscriptionId, ...resumed }: Subscription & Parameters<typeof subscriptionResumed>[1],
) {
  await tell(platform, tx, organizationId, 'subscription', {
    once: onceKey.resumed(subscriptionId, await findMoment(tx)),
    compose: (to) => subscriptionResumed(to, resumed),
  })
}

type Asked = Parameters<typeof requestForSales>[1]

/** To sales: who wants how many. */
export async function tellRequested({ config, mailer }: Platform, tx: Database, asked: Asked) {
  await mailer.queue(tx, requestForSales(config, asked), { once: onceKey.requested(asked.id) })
}

/** `to`: whoever asked. */
type Decided = { id: string; to: Reader; additionalLicenses: number } & ({ effective: Effective } | { reason: string })

export async function tellDecided({ config, mailer }: Platform, tx: Database, { id, to, ...decided }: Decided) {
  const letter =
    'reason' in decided ? requestDeclined({ config, to }, decided) : requestApproved({ config, to }, decided)
  await mailer.queue(tx, letter, { once: onceKey.decided(id) })
}

/** The job: reminds of invoices before and after their due day, and of canceled subscriptions that are about to end. */
export async function remindAll(platform: Platform) {
  const failures = [...(await remindOfInvoices(platform)), ...(await remindOfEndings(platform))]
  const [oldest] = failures
  if (oldest)
    throw new Error(`${failures.length} of the reminders could not be written: ${oldest.message}`, { cause: oldest })
}

async function tell(
  platform: Platform,
  tx: Database,
  organizationId: string,
  kind: NotificationKind,
  { compose, ...told }: { once: string; compose: (to: To) => Letter; attachment?: Attachment },
) {
  const { config } = platform
  const readers = await readersOf(tx, organizationId, kind)
  await write(platform, tx, readers, { ...told, compose: (to) => compose({ config, to }) })
}
