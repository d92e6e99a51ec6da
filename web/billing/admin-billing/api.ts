import { invoices } from '#contract/billing/invoices.ts'
import { monthlyCents, formatRand, toCents } from '#contract/money.ts'
import { dashboard } from '#contract/operations/dashboard.ts'
import { organizations } from '#contract/operations/organizations.ts'
import { overview } from '#contract/operations/overview.ts'
import { useRead, useWrite } from '#web/app/api/data.ts'
import { keyOf, refetch } from '#web/app/api/query-client.ts'

export const useBillingOverview = () => useRead(invoices.overview)

const FAILED = 'Failed to update pricing'

export const useSetPricing = () =>
  useWrite(organizations.setPricing, {
    success: ({ name, twelveMonthValue }) => [
      'Pricing Updated',
      `The price for ${name} is ${monthlyPrice(twelveMonthValue)} a month.`,
    ],
    failure: FAILED,
    fallback: FAILED,
    refresh: [organizations.list, invoices.overview, dashboard.read, overview.read],
    reread: () => refetch({ queryKey: keyOf(organizations.list) }),
  })

/** 'R249.50', from the price of twelve months. */
export const monthlyPrice = (twelveMonthValue: string) => formatRand(monthlyCents(toCents(twelveMonthValue)))
