import {
  whyNoMoreSeats,
  whyNotAtPeriodEnd,
  type Effective,
  type LicenseRequestForAdmin,
} from '#contract/licensing/license-requests.ts'
import { centsForSeats, formatRand, monthlyCents, toCents } from '#contract/money.ts'

type Request = LicenseRequestForAdmin

export const seatsUsed = ({ licensesUsed, licenseLimit }: Request) =>
  licenseLimit === null ? 'No subscription' : `${licensesUsed} of ${licenseLimit} seats used`

export const decidedBy = ({ status, decidedBy: name }: Request) =>
  `${status === 'approved' ? 'Approved' : 'Declined'} by ${name ?? 'a former user'} on`

/** Returns why the request cannot be approved, or undefined if it can. */
export function whyNotApprove({ subscriptionStatus: status, isTrial, additionalLicenses }: Request) {
  return additionalLicenses < 0 ? whyNotAtPeriodEnd({ status, isTrial }) : whyNoMoreSeats({ status, isTrial })
}

/** Seats and price after each choice, or undefined if no seats can be changed. */
export function effectsOf(request: Request) {
  const { licenseLimit, plannedSeats, additionalLicenses } = request
  if (licenseLimit === null || whyNotApprove(request)) return undefined
  const atPeriodEnd = licenseLimit + plannedSeats + additionalLicenses
  return {
    now: effect(request, licenseLimit, licenseLimit + additionalLicenses),
    period_end: effect(request, licenseLimit, atPeriodEnd),
  } satisfies Record<Effective, Effect>
}

export type Effect = { seats: string; price: string }

function effect({ isTrial, twelveMonthValue }: Request, from: number, to: number): Effect {
  const seats = `${from} → ${to} seats`
  if (isTrial) return { seats, price: 'free of charge' }
  const twelveMonths = toCents(twelveMonthValue)
  const [before, after] = [twelveMonths, centsForSeats(twelveMonths, { from, to })].map((cents) =>
    formatRand(monthlyCents(cents)),
  )
  return { seats, price: `${before} → ${after} a month` }
}

export function plannedText({ plannedSeats }: Request) {
  const count = Math.abs(plannedSeats)
  if (count === 0) return ''
  return `Together with ${count === 1 ? '1 seat that is' : `${count} seats that are`} ${plannedSeats > 0 ? 'added' : 'removed'} then anyway.`
}
