import { organizations } from '#contract/operations/organizations.ts'
import { useRead } from '#web/app/api/data.ts'

export const useOrganizations = () => useRead(organizations.list)

/** All of them by name, for a select. */
export function useOrganizationOptions() {
  const { data = [], ...query } = useOrganizations()
  const options = data
    .map(({ id, name }) => ({ value: id, label: name }))
    .toSorted((one, other) => one.label.localeCompare(other.label))
  return { ...query, options }
}

/** An organization's queries have keys below the list's, so refreshing the list refreshes them. */
export const useOrganizationBilling = (id: string) => useRead(organizations.billing, { params: { id } })
