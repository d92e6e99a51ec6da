import { divideCents, toAmount, toCents } from '#contract/money.ts'
import type { Organization } from '#contract/operations/organizations.ts'

/** '249.50': what one license costs a month. Empty without licenses, which have no price then. */
export const perLicense = ({ twelveMonthValue, numberOfLicenses }: Organization) =>
  numberOfLicenses > 0 ? toAmount(divideCents(toCents(twelveMonthValue), 12 * numberOfLicenses)) : ''
