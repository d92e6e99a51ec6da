import { useQuery } from '@tanstack/react-query'
import { organizations } from '#contract/operations/organizations.ts'
import { readOptions, useRead } from '#web/app/api/data.ts'
import { keyOf } from '#web/app/api/query-client.ts'
import { namedOptions } from '#web/app/words/named-options.ts'

const NAMES = [...keyOf(organizations.list), 'names']

export const useOrganizations = () => useRead(organizations.list)

/** All of them by name, for a select. Refreshed with the list. */
export function useOrganizationOptions() {
  const { data = [], ...query } = useQuery({ ...readOptions(organizations.names), queryKey: NAMES })
  const options = namedOptions(data.map(({ id, name, contactEmail: email }) => ({ id, name, email }))).toSorted(
    (one, other) => one.label.localeCompare(other.label),
  )
  return { ...query, options }
}

/** An organization's queries have keys below the list's, so refreshing the list refreshes them. */
export const useOrganizationBilling = (id: string) => useRead(organizations.billing, { params: { id } })
