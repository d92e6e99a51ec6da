import { divideCents, toAmount, toCents } from '#contract/money.ts'
import type { Organization } from '#contract/operations/organizations.ts'
import { TextField } from '#web/ui/form/text-field.tsx'

type Props = { defaultValue: string; help?: string; onType: (typed: string) => void }

export const PriceField = ({ defaultValue, help, onType }: Props) => (
  <TextField
    name="pricePerLicense"
    label="Price per License (ZAR)"
    type="number"
    min="0"
    step="0.01"
    help={help}
    defaultValue={defaultValue}
    onChange={(event) => onType(event.target.value)}
  />
)

/** '249.50': what one license costs a month. Empty without licenses, which have no price then. */
export const perLicense = ({ twelveMonthValue, numberOfLicenses }: Organization) =>
  numberOfLicenses > 0 ? toAmount(divideCents(toCents(twelveMonthValue), 12 * numberOfLicenses)) : ''
