import type { LicenseRequestRow } from '#demo/rows/license-requests.ts'
import { onceKey, requestApproved, requestDeclined, requestForSales } from '#server/billing/public.ts'
import { registrationForSales } from '#server/identity/public.ts'
import type { EmailSources, SentEmail } from './sent-emails.ts'

type Request = LicenseRequestRow & { id: string; createdAt: string }

export const emailsOfRequests = ({ config, accounts, customers }: EmailSources, requests: Request[]): SentEmail[] =>
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

/** Only the emails to sales: those to applicants contain a working link. */
export const emailsOfRegistrations = ({ config, accounts, customers }: EmailSources): SentEmail[] =>
  accounts
    .filter(({ status }) => status === 'pending')
    .flatMap((user) => {
      const organization = customers.find(({ id }) => id === user.organizationId)?.name
      if (!organization) return []
      return [{ at: user.createdAt, email: registrationForSales({ config, organization, user, isApproved: false }) }]
    })
