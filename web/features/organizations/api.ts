import { billing } from '#contract/billing.ts'
import { formatRand, toCents } from '#contract/money.ts'
import { organizations, type Organization } from '#contract/organizations.ts'
import { useRead, useWrite } from '#web/app/data.ts'

export const useOrganizations = () => useRead(organizations.list)

export const useCreateSubscription = ({ name }: Organization) =>
  useWrite(billing.createSubscription, {
    success: ({ licenseLimit, price }) => [
      'Subscription Created',
      `${name} has ${licenseLimit} licenses for ${formatRand(toCents(price))} a month.`,
    ],
    failure: 'Error',
    fallback: 'Failed to create subscription',
    refresh: [organizations.list],
  })
