import { licenseRequests } from '#contract/licensing/license-requests.ts'
import { dashboard } from '#contract/operations/dashboard.ts'
import { useRead, useWrite } from '#web/app/api/data.ts'

export const SHOWN_REQUESTS = { query: { limit: '5' } }

export const useLicenseRequests = () => useRead(licenseRequests.list, SHOWN_REQUESTS)

const messages = {
  success: ['License Request Submitted', 'Your license request has been sent to the sales team for approval.'],
  failure: 'Request Failed',
  fallback: 'Failed to submit license request',
  refresh: [dashboard.read, licenseRequests.list],
} as const

export const useRequestLicenses = () => useWrite(licenseRequests.create, messages)

export const useRequestReduction = () => useWrite(licenseRequests.createReduction, messages)
