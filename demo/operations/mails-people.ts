import type { LicenseRequestRow } from '#demo/rows/license-requests.ts'
import { onceKey, requestApproved, requestDeclined, requestForSales } from '#server/billing/public.ts'
import { registrationForSales } from '#server/identity/public.ts'
import type { Telling, Told } from './told.ts'

type Request = LicenseRequestRow & { id: string; createdAt: string }

/** That somebody asked for licenses, to sales, and what was decided, to whoever asked. */
export const tellOfRequests = ({ config, accounts, customers }: Telling, requests: Request[]): Told[] =>
  requests.flatMap(({ id, organizationId, userId, createdAt, decidedAt, ...request }) => {
    const to = accounts.find((account) => account.id === userId)
    const organization = customers.find((customer) => customer.id === organizationId)?.name
    if (!to || !organization) return []
    const { additionalLicenses, businessJustification, reason } = request
    const person = `${to.firstName} ${to.lastName}`
    const asked = requestForSales(config, { id, organization, person, additionalLicenses, businessJustification })
    const decided = reason
      ? requestDeclined({ config, to }, { additionalLicenses, reason })
      : requestApproved({ config, to }, { additionalLicenses, effective: 'now' })
    return [
      { at: createdAt, email: asked, once: onceKey.requested(id) },
      ...(decidedAt ? [{ at: decidedAt, email: decided, once: onceKey.decided(id) }] : []),
    ]
  })

/** To sales, of those who wait for it. What the applicants got has a link that works, and is not made up. */
export const tellOfRegistrations = ({ config, accounts, customers }: Telling): Told[] =>
  accounts
    .filter(({ status }) => status === 'pending')
    .flatMap((user) => {
      const organization = customers.find(({ id }) => id === user.organizationId)?.name
      return organization ? [{ at: user.createdAt, email: registrationForSales({ config, organization, user }) }] : []
    })
