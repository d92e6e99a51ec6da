import * as z from 'zod/mini'
import { hasChange } from '#contract/endpoint.ts'
import { emailAddress, line, paragraph } from '#contract/text.ts'

export const BillingDetails = z.object({
  organizationName: z.string(),
  contactEmail: z.string(),
  phone: z.nullable(z.string()),
  address: z.nullable(z.string()),
  vatNumber: z.nullable(z.string()),
})
export type BillingDetails = z.infer<typeof BillingDetails>

/** South African format: ten digits that start with 4, often typed in groups. */
const VatNumber = z.pipe(
  z.pipe(
    z.string(),
    z.transform((typed) => typed.replace(/\s/g, '')),
  ),
  z.string().check(z.regex(/^(4\d{9})?$/, 'A VAT number has 10 digits and starts with 4')),
)

/** The address block of the PDF fits eight lines. */
const ADDRESS_LINES = 8

/** An empty string clears a detail. */
export const BillingDetailsChange = z
  .partial(
    z.object({
      contactEmail: emailAddress('Please enter a valid email address'),
      phone: line({ min: 0, max: 40 }),
      address: paragraph({ min: 0, max: 500 }).check(
        z.refine((address) => address.split('\n').length <= ADDRESS_LINES, `Must be at most ${ADDRESS_LINES} lines`),
      ),
      vatNumber: VatNumber,
    }),
  )
  .check(hasChange())
export type BillingDetailsChange = z.infer<typeof BillingDetailsChange>
