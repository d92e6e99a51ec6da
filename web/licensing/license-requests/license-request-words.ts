import { whyNoMoreSeats, type Effective, type LicenseRequestForAdmin } from '#contract/licensing/license-requests.ts'
import { centsForSeats, formatRand, monthlyCents, toCents } from '#contract/money.ts'

type Request = LicenseRequestForAdmin

export const seatsUsed = ({ licensesUsed, licenseLimit }: Request) =>
  licenseLimit === null ? 'No subscription' : `${licensesUsed} of ${licenseLimit} seats used`

export const decidedBy = ({ status, decidedBy: name }: Request) =>
  `${status === 'approved' ? 'Approved' : 'Declined'} by ${name ?? 'a former user'} on`

export const standingOf = ({ subscriptionStatus: status, isTrial }: Request) => ({ status, isTrial })

/** Seats and price after each choice, or undefined if no seats can be added. */
export function effectsOf(request: Request) {
  const { licenseLimit, plannedSeats, additionalLicenses } = request
  if (licenseLimit === null || whyNoMoreSeats(standingOf(request))) return undefined
  const atPeriodEnd = licenseLimit + plannedSeats + additionalLicenses
  return {
    now: effect(request, licenseLimit, licenseLimit + additionalLicenses),
    period_end: effect(request, licenseLimit, atPeriodEnd),
  } satisfies Record<Effective, Effect>
}

export type Effect = { seats: string; price: string }

function effect({ twelveMonthValue }: Request, from: number, to: number): Effect {
  const twelveMonths = toCents(twelveMonthValue)
  const [before, after] = [twelveMonths, centsForSeats(twelveMonths, { from, to })].map((cents) =>
    formatRand(monthlyCents(cents)),
  )
  return { seats: `${from} → ${to} seats`, price: `${before} → ${after} a month` }
}

export function plannedText({ plannedSeats }: Request) {
  const count = Math.abs(plannedSeats)
  if (count === 0) return ''
  return `Together with ${count === 1 ? '1 seat that is' : `${count} seats that are`} ${plannedSeats > 0 ? 'added' : 'removed'} then anyway.`
}
