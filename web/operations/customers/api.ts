import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import * as z from 'zod/mini'
import { CustomerFilter, customers } from '#contract/operations/customers.ts'
import { LicenseStatus } from '#contract/licensing/licenses.ts'
import { filterQuery } from '#contract/lists.ts'
import { call, callPage } from '#web/app/api/call.ts'
import { changedList } from '#web/app/api/changed-values.ts'
import { readOptions, useRead, useWrite } from '#web/app/api/data.ts'
import { PAGES } from '#web/app/api/list-cache.ts'
import { pagesOf } from '#web/app/api/pages.ts'
import { keyOf } from '#web/app/api/query-client.ts'
import { useUrlFilter } from '#web/app/lists/url-filter.ts'

const limit = '100'

/** Customers change their data elsewhere, so each visit reads again. */
const FRESH = { staleTime: 0 }

export const useCustomer = (id: string) => useQuery({ ...readOptions(customers.read, { params: { id } }), ...FRESH })

export const useCustomers = (query: CustomerFilter) =>
  useInfiniteQuery({
    queryKey: [...keyOf(customers.list, { query }), PAGES],
    ...pagesOf((cursor) => callPage(customers.list, { query: { ...query, cursor, limit } })),
    ...FRESH,
  })

const PeopleFilter = z.pick(CustomerFilter, { search: true })
type PeopleFilter = z.infer<typeof PeopleFilter>

export const usePeopleFilter = () => useUrlFilter(PeopleFilter)

export const usePeople = (id: string, query: PeopleFilter) =>
  useInfiniteQuery({
    queryKey: [...keyOf(customers.people, { params: { id }, query }), PAGES],
    ...pagesOf((cursor) => callPage(customers.people, { params: { id }, query: { ...query, cursor, limit } })),
    ...FRESH,
  })

const LicenseFilter = filterQuery(LicenseStatus)
type LicenseFilter = ReturnType<typeof useLicenseFilter>

export const useCustomerLicenses = (id: string, query: LicenseFilter) =>
  useInfiniteQuery({
    queryKey: [...keyOf(customers.licenses, { params: { id }, query }), PAGES],
    ...pagesOf((cursor) => callPage(customers.licenses, { params: { id }, query: { ...query, cursor, limit } })),
    ...FRESH,
  })

export const useCustomerInvoices = (id: string) =>
  useInfiniteQuery({
    queryKey: [...keyOf(customers.invoices, { params: { id } }), PAGES],
    ...pagesOf((cursor) => callPage(customers.invoices, { params: { id }, query: { cursor, limit } })),
    ...FRESH,
  })

export const useCustomerTickets = (id: string) =>
  useInfiniteQuery({
    queryKey: [...keyOf(customers.tickets, { params: { id } }), PAGES],
    ...pagesOf((cursor) => callPage(customers.tickets, { params: { id }, query: { cursor, limit } })),
    ...FRESH,
  })

export const useLicenseFilter = () => useUrlFilter(LicenseFilter)

export const useCustomerFilter = () => useUrlFilter(CustomerFilter)

export const useCustomerTags = () => useRead(customers.tags)

const saved = {
  success: ({ name }: { name: string }) => ['Customer updated', name] as const,
  failure: 'Failed to update the customer',
  refresh: [customers.list],
}

/** Keeps the tags that a colleague has added since the form was opened. */
export const useSetTags = (shown: readonly string[]) =>
  useWrite(customers.setTags, {
    ...saved,
    rebase: async ({ params, body }) => {
      const newest = await call(customers.read, { params })
      return { params, body: { tags: changedList(shown, body.tags, newest.tags) } }
    },
  })

export const useSetOwner = () => useWrite(customers.setOwner, saved)
