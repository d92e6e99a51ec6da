import * as z from 'zod/mini'
import { OrganizationFilter } from '#contract/operations/organizations.ts'
import { useUrlState } from '#web/app/url-state.ts'

const { search, status, billingType, billingStatus } = OrganizationFilter.shape

const Filter = z.object({
  search: z.catch(search, undefined),
  status: z.catch(status, undefined),
  billingType: z.catch(billingType, undefined),
  billingStatus: z.catch(billingStatus, undefined),
})

export function useOrganizationFilter(): OrganizationFilter {
  const [wantedSearch] = useUrlState('search')
  const [wantedStatus] = useUrlState('status')
  const [wantedBilling] = useUrlState('billingType')
  const [wantedPayment] = useUrlState('billingStatus')
  return z.parse(Filter, {
    search: wantedSearch,
    status: wantedStatus,
    billingType: wantedBilling,
    billingStatus: wantedPayment,
  })
}

export const NO_FILTER = { search: null, status: null, billingType: null, billingStatus: null, page: null }
