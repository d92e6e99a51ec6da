import * as z from 'zod/mini'
import { refusals, type Endpoint } from '#contract/endpoint.ts'
import { countOf } from '#contract/quantities.ts'
import { LicenseDraft } from './changes.ts'
import { License } from './licenses.ts'

/** Licenses per call. */
export const BATCH_MAX = 500
export const COUNT_RULE = `Enter a whole number from 1 to ${BATCH_MAX}`
export const LABEL_TOO_LONG = 'Must be at most 120 characters with its number'

/** Place of the number in a label. Without it, the number comes last. */
export const NUMBER_PLACE = '{n}'

export const BatchCount = z
  .number(COUNT_RULE)
  .check(z.int(COUNT_RULE), z.minimum(1, COUNT_RULE), z.maximum(BATCH_MAX, COUNT_RULE))

/** ('Lab PC', 12) → 'Lab PC 01' … 'Lab PC 12'. A single license keeps its label. */
export function numberedLabels(label: string, count: number) {
  const pattern = label.includes(NUMBER_PLACE) || count === 1 ? label : `${label} ${NUMBER_PLACE}`
  const digits = String(count).length
  return Array.from({ length: count }, (_, index) =>
    pattern.replaceAll(NUMBER_PLACE, String(index + 1).padStart(digits, '0')),
  )
}

/** Skips values that their own fields refuse. */
export const fitsItsNumber = ({ label, count }: { label: string; count: number }) =>
  !BatchCount.safeParse(count).success || (numberedLabels(label, count).at(-1)?.length ?? 0) <= 120

export const LicenseBatch = z
  .extend(LicenseDraft, { count: BatchCount })
  .check(z.refine(fitsItsNumber, { path: ['label'], error: LABEL_TOO_LONG }))
export type LicenseBatch = z.infer<typeof LicenseBatch>

export const seatsLeft = ({ used, limit }: { used: number; limit: number }) => Math.max(limit - used, 0)

export const onlySoMany = (left: number) =>
  `Your plan has ${countOf(left, 'seat')} available. Create fewer, or upgrade your plan.`

export const creation = {
  create: {
    method: 'POST',
    url: '/api/licenses/batch',
    config: {
      access: 'org-admin licenses:write',
      harmless: 'Uses paid seats, and each license can be deleted',
      refuses: [404],
    },
    schema: {
      summary: `Create up to ${BATCH_MAX} numbered licenses within the quota, all or none`,
      body: LicenseBatch,
      response: { 201: z.array(License), ...refusals },
    },
  },
} as const satisfies Record<string, Endpoint>
