import { useQuery } from '@tanstack/react-query'
import { organizations } from '#contract/operations/organizations.ts'
import type { Answer } from '#web/app/api/call.ts'
import { readOptions, useRead } from '#web/app/api/data.ts'
import { keyOf } from '#web/app/api/query-client.ts'
import { namedOptions } from '#web/app/words/named-options.ts'
import type { Option } from '#web/ui/form/select.tsx'
import type { SearchedOption } from '#web/ui/menu/matching-options.ts'

const NAMES = [...keyOf(organizations.list), 'names']

export const useOrganizations = () => useRead(organizations.list)

const { compare } = new Intl.Collator()

type Names = Answer<typeof organizations.names>

const toOptions = (names: Names): SearchedOption[] =>
  namedOptions(names.map(({ id, name, contactEmail: email }) => ({ id, name, email })))
    .map((option, place) => withAddress(option, names[place]))
    .toSorted((one, other) => compare(one.label, other.label))

const withAddress = (option: Option, organization: Names[number] | undefined) =>
  option.label === organization?.name ? { ...option, hint: organization.contactEmail } : option

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
