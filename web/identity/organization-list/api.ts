import { useQuery } from '@tanstack/react-query'
import { organizations } from '#contract/operations/organizations.ts'
import type { Answer } from '#web/app/api/call.ts'
import { readOptions, useRead } from '#web/app/api/data.ts'
import { keyOf } from '#web/app/api/query-client.ts'
import { namedOptions } from '#web/app/words/named-options.ts'

const NAMES = [...keyOf(organizations.list), 'names']

export const useOrganizations = () => useRead(organizations.list)

/** For a select. */
const toOptions = (names: Answer<typeof organizations.names>) =>
  namedOptions(names.map(({ id, name, contactEmail: email }) => ({ id, name, email }))).toSorted((one, other) =>
    one.label.localeCompare(other.label),
  )

/** All of them by name. Refreshed with the list. */
export function useOrganizationOptions() {
  const { data: options = [], ...query } = useQuery({
    ...readOptions(organizations.names),
    queryKey: NAMES,
    select: toOptions,
  })
  return { ...query, options }
}

/** An organization's queries have keys below the list's, so refreshing the list refreshes them. */
export const useOrganizationBilling = (id: string) => useRead(organizations.billing, { params: { id } })
