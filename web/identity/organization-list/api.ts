import { organizations } from '#contract/operations/organizations.ts'
import { useRead } from '#web/app/api/data.ts'

export const useOrganizations = () => useRead(organizations.list)

/** An organization's queries have keys below the list's, so refreshing the list refreshes them. */
export const useOrganizationBilling = (id: string) => useRead(organizations.billing, { params: { id } })
