import * as z from 'zod/mini'
import { DEFAULT_PLAN } from '#contract/billing/subscriptions/drafts.ts'
import { LONGEST_TRIAL, TRIAL_RANGE, TrialDraft, USUAL_TRIAL } from '#contract/billing/trials.ts'
import { plusDays } from '#contract/dates.ts'
import { today } from '#web/app/words/business-days.ts'
import { featuresIn } from '../subscription/features-field.tsx'

export const inDays = (days: number) => plusDays(today(), days)

type Draft = z.input<typeof TrialDraft>

/** A last day that is not changed may be today. */
export const typedTrial = (shownDay?: string) =>
  z.pipe(
    z.transform((typed: Omit<Draft, 'features'> & { features: string }): Draft => ({
      ...typed,
      features: featuresIn(typed.features),
    })),
    TrialDraft.check(
      z.refine(({ endsOn }) => endsOn === shownDay || (endsOn > today() && endsOn <= inDays(LONGEST_TRIAL)), {
        path: ['endsOn'],
        error: TRIAL_RANGE,
      }),
    ),
  )

export const newTrial = () => ({ planName: DEFAULT_PLAN, endsOn: inDays(USUAL_TRIAL), features: [] })
