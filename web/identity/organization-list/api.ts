import { organizations } from '#contract/operations/organizations.ts'
import { useRead } from '#web/app/api/data.ts'

export const useOrganizations = () => useRead(organizations.list)

/** What belongs to one organization is kept below the list: reading the list again reads it again too. */
export const useOrganizationBilling = (id: string) => useRead(organizations.billing, { params: { id } })
