import { daysLater, type Calendar } from '#demo/calendar.ts'
import type { Account } from '#demo/identity/accounts.ts'
import type { Customer } from '#demo/identity/customers.ts'
import { createRandom } from '#demo/random.ts'
import { licenseRequestRow } from '#demo/rows/license-requests.ts'

/** License requests with their age in days and their outcome. `place` is the customer's position. */
const wishes = [
  {
    place: 0,
    days: 190,
    additionalLicenses: 6,
    status: 'approved',
    businessJustification: 'The second shift at shaft three gets its own machines from next month on.',
  },
  {
    place: 0,
    days: 41,
    additionalLicenses: 30,
    status: 'declined',
    businessJustification: 'We would like to try the application on every laptop of the head office for a quarter.',
    reason: 'For a trial of that size please use the trial edition. We will gladly set it up with you.',
  },
  {
    place: 0,
    days: 2,
    additionalLicenses: 8,
    status: 'pending',
    businessJustification:
      'Eight new workstations for the control room in Rustenburg, delivered at the end of the month.',
  },
  {
    place: 1,
    days: 75,
    additionalLicenses: 4,
    status: 'approved',
    businessJustification: 'Our Richards Bay depot opens with four dispatch desks.',
  },
  {
    place: 1,
    days: 5,
    additionalLicenses: 3,
    status: 'pending',
    businessJustification: 'Three seasonal planners join us until the end of the citrus season.',
  },
  {
    place: 3,
    days: 1,
    additionalLicenses: 2,
    status: 'pending',
    businessJustification: 'All twelve licenses are in use and two laptops are waiting.',
  },
  {
    place: 18,
    days: 20,
    additionalLicenses: 5,
    status: 'declined',
    businessJustification: 'Five more machines for the night crew.',
    reason: 'Your last renewal is still open. Please settle it first and ask again.',
  },
] as const

/** Asked by the first person of each customer, decided by the vendor's first admin a day or two later. */
export function buildRequests(customers: Customer[], accounts: Account[], calendar: Calendar) {
  const random = createRandom(20)
  return wishes.flatMap(({ place, days, ...wish }) => {
    const organizationId = customers[place]?.id
    const requester = accounts.find((account) => account.organizationId === organizationId)
    const admin = accounts.find(({ role }) => role === 'admin')
    if (!organizationId || !requester || !admin) return []
    const createdAt = calendar.ago({ days, hours: 2 })
    const decision = wish.status !== 'pending' && {
      decidedBy: admin.id,
      decidedAt: daysLater(createdAt, days > 60 ? 2 : 1),
    }
    const facts = { ...wish, organizationId, userId: requester.id, ...decision }
    return { ...licenseRequestRow(facts), id: random.uuid(), createdAt }
  })
}
