import { divideCents, toAmount, toCents } from '#contract/money.ts'
import type { Organization } from '#contract/operations/organizations.ts'
import { AmountInput } from '#web/app/parts/amount-input.tsx'

type Props = { value: string; help?: string; onType: (typed: string) => void }

export const PriceField = (props: Props) => (
  <AmountInput name="pricePerLicense" label="Price per License (ZAR)" {...props} />
)

/** '249.50': what one license costs a month. Empty without licenses, which have no price then. */
export const perLicense = ({ twelveMonthValue, numberOfLicenses }: Organization) =>
  numberOfLicenses > 0 ? toAmount(divideCents(toCents(twelveMonthValue), 12 * numberOfLicenses)) : ''
