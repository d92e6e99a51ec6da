import type { Effective } from '#contract/license-requests.ts'
import type { Database } from '#server/database/database.ts'
import type { Platform } from '#server/platform/platform.ts'

/** A whole row will do. What a letter says of it is read in the transaction, as it is by then: call after everything is written. */
export type ToldInvoice = { id: string; organizationId: string }

type ToldCreditNote = { id: string; creditNoteNumber: string; amountCents: number; reason: string }

export type Standing = 'past_due' | 'unpaid' | 'active' | 'ended'

/** `since`: the instant from which it is so. */
type ToldStanding = {
  organizationId: string
  subscriptionId: string
  planName: string
  standing: Standing
  since: string
}

/** `key` says which change of seats it is: told twice, it is written once. */
type ToldSeats = {
  organizationId: string
  subscriptionId: string
  key: string
  from: number
  to: number
  failed: boolean
}

/** `lastDay`: the day its period ends, in South Africa. */
type ToldCancellation = {
  organizationId: string
  organization: string
  subscriptionId: string
  planName: string
  lastDay: string
  canceledBy: string | null
}

type ToldRequest = {
  id: string
  organization: string
  person: string
  additionalLicenses: number
  businessJustification: string
}

type ToldDecision = { userId: string; additionalLicenses: number } & ({ effective: Effective } | { reason: string })

/** That there is something to pay, to the admins. Once for an invoice, also when it becomes a draft and is issued again. */
export async function tellIssued(_platform: Platform, _tx: Database, _invoice: ToldInvoice) {}

/** A receipt of money that came: what is left to pay, or that it is paid in full, and the credit there is now. */
export async function tellReceived(
  _platform: Platform,
  _tx: Database,
  _told: { invoice: ToldInvoice; amountCents: number },
) {}

export async function tellCredited(
  _platform: Platform,
  _tx: Database,
  _told: { invoice: ToldInvoice; creditNote: ToldCreditNote },
) {}

/** How its subscription stands now, to the admins. Once for each change there is: call it where the status changes. */
export async function tellStanding(_platform: Platform, _tx: Database, _told: ToldStanding) {}

/** That there are more or fewer seats from now on, or that a change could not be made and why. */
export async function tellSeats(_platform: Platform, _tx: Database, _told: ToldSeats) {}

/** To the admins and to sales. */
export async function tellCanceled(_platform: Platform, _tx: Database, _told: ToldCancellation) {}

/** To sales: who wants how many. */
export async function tellRequested(_platform: Platform, _tx: Database, _request: ToldRequest) {}

/** To whoever asked. */
export async function tellDecided(_platform: Platform, _tx: Database, _decision: ToldDecision) {}

/** The job: reminds of invoices before and after their due day, and of canceled subscriptions that are about to end. */
export async function remindAll(_platform: Platform) {}
