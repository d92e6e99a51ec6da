import { useInfiniteQuery } from '@tanstack/react-query'
import { invoices } from '#contract/billing/invoices.ts'
import { licenseRequests, requestedText } from '#contract/licensing/license-requests.ts'
import { dashboard } from '#contract/operations/dashboard.ts'
import { organizations } from '#contract/operations/organizations.ts'
import { overview } from '#contract/operations/overview.ts'
import { callPage } from '#web/app/api/call.ts'
import { useRead, useWrite } from '#web/app/api/data.ts'
import { PAGES } from '#web/app/api/list-cache.ts'
import { pagesOf } from '#web/app/api/pages.ts'
import { keyOf, refetch } from '#web/app/api/query-client.ts'

const PAGE_SIZE = '20'

/** Refetched on every mount, because customers and other admins change it. */
const ALWAYS_OLD = { staleTime: 0 }

export type RequestFilter = { status: 'pending' | 'decided'; organizationId: string | undefined }

export const useRequestPages = (query: RequestFilter) =>
  useInfiniteQuery({
    queryKey: [...keyOf(licenseRequests.listAll, { query }), PAGES],
    ...pagesOf((cursor) => callPage(licenseRequests.listAll, { query: { ...query, cursor, limit: PAGE_SIZE } })),
    ...ALWAYS_OLD,
  })

export const useLicenseRequest = (id: string) => useRead(licenseRequests.read, { params: { id } })

/** Seats and price move with it: on the organization's screens, on the overview and in its alerts. */
const refresh = [licenseRequests.listAll, dashboard.read, organizations.list, invoices.overview, overview.read]

/** After a conflict the list and the dialog show the current state. */
const reread = () => refetch({ queryKey: keyOf(licenseRequests.listAll) })

export const useApproveRequest = () =>
  useWrite(licenseRequests.approve, {
    success: ({ organizationName, additionalLicenses }) => [
      'License Request Approved',
      approvedText(organizationName, additionalLicenses),
    ],
    failure: 'Approval Failed',
    fallback: 'Failed to approve the license request',
    refresh,
    reread,
  })

export const useDeclineRequest = () =>
  useWrite(licenseRequests.decline, {
    success: ({ requestedBy }) => ['License Request Declined', `${requestedBy} sees the reason.`],
    failure: 'Decline Failed',
    fallback: 'Failed to decline the license request',
    refresh,
    reread,
  })

const approvedText = (organization: string, additionalLicenses: number) =>
  `${organization} ${additionalLicenses < 0 ? 'will have' : 'gets'} ${requestedText(additionalLicenses)}.`
