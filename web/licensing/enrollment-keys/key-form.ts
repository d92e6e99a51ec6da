import * as z from 'zod/mini'
import { ORGANIZATION_REQUIRED } from '#contract/licensing/changes.ts'
import { EXPIRY_PAST, EnrollmentKeyDraft, MaxUses, type EnrollmentKey } from '#contract/licensing/enrollment-keys.ts'
import { Day } from '#contract/text.ts'

const { label } = EnrollmentKeyDraft.shape

/** '2027-03-05', as a date field wants it; the day on which an instant falls here. */
export function dayOf(instant: string) {
  const date = new Date(instant)
  const two = (number: number) => String(number).padStart(2, '0')
  return `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`
}

/** A key works to the end of the day that people name. */
const endOf = (day: string) => new Date(`${day}T23:59:59.999`).toISOString()

/** Browsers accept years of six digits. */
const TypedDay = z.union([z.literal(''), Day])

/** An unchanged day keeps its time and may be in the past. */
const expiryOf = (stored: string | null) =>
  z
    .pipe(
      TypedDay,
      z.transform((day) => (day === (stored && dayOf(stored)) ? stored : day ? endOf(day) : null)),
    )
    .check(z.refine((at) => at === null || at === stored || Date.parse(at) > Date.now(), EXPIRY_PAST))

const numberOrNone = z.pipe(
  z.string(),
  z.transform((text) => (text.trim() ? Number(text.replaceAll(/[\s,]/g, '')) : null)),
)

export const keyForm = (stored: EnrollmentKey | undefined) =>
  z.object({
    label,
    expiresAt: expiryOf(stored?.expiresAt ?? null),
    maxUses: z.pipe(numberOrNone, MaxUses),
    createsLicenses: z.boolean(),
  })

export const keyFormForOrganization = z.extend(keyForm(undefined), { organizationId: z.uuid(ORGANIZATION_REQUIRED) })
