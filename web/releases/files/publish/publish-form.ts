import * as z from 'zod/mini'
import { Channel } from '#contract/releases/channels.ts'
import type { Version } from '#contract/releases/files.ts'
import { NOT_IN_THE_FUTURE, TOO_FAR_AHEAD, type Publication } from '#contract/releases/publications.ts'
import { vendorInstant } from '#web/app/words/vendor-times.ts'
import { OfferForm } from '../rollout/offer-form.ts'

const { rolloutPercent, minimumVersion } = OfferForm.shape

/** `publishAt` is a time of the vendor's clocks, and is there only if the publication is for later. */
export const PublishForm = z.object({
  channel: Channel,
  isLatest: z._default(z.optional(z.boolean()), false),
  rolloutPercent,
  minimumVersion,
  publishAt: z.optional(
    z
      .string()
      .check(
        z.refine(isWhole, { error: 'Choose a date and time', abort: true }),
        z.refine(hasFourDigitYear, { error: TOO_FAR_AHEAD, abort: true }),
        z.refine(isLater, NOT_IN_THE_FUTURE),
      ),
  ),
})
export type PublishForm = z.infer<typeof PublishForm>

function isWhole(local: string) {
  return /^\d{4,}-/.test(local)
}

function hasFourDigitYear(local: string) {
  return !/^\d{5}/.test(local)
}

function isLater(local: string) {
  return Date.parse(vendorInstant(local)) > Date.now()
}

export const publicationOf = ({ publishAt, isLatest, ...form }: PublishForm, { updatedAt }: Version): Publication => ({
  ...form,
  isLatest: isLatest && form.channel === 'stable',
  publishAt: publishAt === undefined ? null : vendorInstant(publishAt),
  updatedAt,
})
