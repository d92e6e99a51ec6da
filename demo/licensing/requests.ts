import { daysLater, type Calendar } from '#demo/calendar.ts'
import type { Account } from '#demo/identity/accounts.ts'
import type { Customer } from '#demo/identity/customers.ts'
import { createRandom } from '#demo/random.ts'
import { licenseRequestRow } from '#demo/rows/license-requests.ts'

/** `place`: index of the customer. `days`: age. */
const requests = [
  {
    place: 0,
    days: 190,
    additionalLicenses: 6,
    status: 'approved',
    businessJustification: 'The second shift at shaft three gets its own computers next month.',
  },
  {
    place: 0,
    days: 41,
    additionalLicenses: 30,
    status: 'declined',
    businessJustification: 'We’d like to try the application on all head office laptops for three months.',
    reason: 'For a trial of this size, please use the trial edition. We’re happy to help you set it up.',
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
    businessJustification: 'Three seasonal planners are joining us until the end of the citrus season.',
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
    reason: 'Your last renewal invoice is still open. Please pay it first, then ask again.',
  },
] as const

export function buildRequests(customers: Customer[], accounts: Account[], calendar: Calendar) {
  const random = createRandom(20)
  return requests.flatMap(({ place, days, ...request }) => {
    const organizationId = customers[place]?.id
    const requester = accounts.find((account) => account.organizationId === organizationId)
    const admin = accounts.find(({ role }) => role === 'admin')
    if (!organizationId || !requester || !admin) return []
    const createdAt = calendar.ago({ days, hours: 2 })
    const decision = request.status !== 'pending' && {
      decidedBy: admin.id,
      decidedAt: daysLater(createdAt, days > 60 ? 2 : 1),
    }
    const facts = { ...request, organizationId, userId: requester.id, ...decision }
    return { ...licenseRequestRow(facts), id: random.uuid(), createdAt }
  })
}
