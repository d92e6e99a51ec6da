import { OrganizationFilter } from '#contract/operations/organizations.ts'
import { useUrlFilter } from '#web/app/lists/url-filter.ts'

export const useOrganizationFilter = () => useUrlFilter(OrganizationFilter)

export const NO_FILTER = { search: null, status: null, billingType: null, billingStatus: null, page: null }
