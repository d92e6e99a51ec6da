import type { ComponentProps } from 'react'
import { TextField } from '#web/ui/form/text-field.tsx'

type Props = Pick<ComponentProps<typeof TextField>, 'help' | 'value' | 'defaultValue' | 'onChange'>

export const LicensesField = (props: Props) => (
  <TextField name="licenseLimit" label="Number of Licenses" type="number" min="1" step="1" {...props} />
)

export const minimumOf = (licensesUsed: number) => `Minimum ${licensesUsed} (licenses in use).`
