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
