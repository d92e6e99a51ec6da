import type { Subscription } from '#contract/billing/subscriptions.ts'
import { trials } from '#contract/billing/trials.ts'
import type { Organization } from '#contract/operations/organizations.ts'
import { countOf } from '#contract/quantities.ts'
import { useWrite } from '#web/app/api/data.ts'
import { formatLastDay } from '#web/app/words/business-days.ts'
import { money, priceOf, reread } from '../api.ts'

const trialOf = ({ name }: Organization, { licenseLimit, currentPeriodEnd }: Subscription) =>
  `${name} has ${countOf(licenseLimit, 'license')}${currentPeriodEnd && ` until ${formatLastDay(currentPeriodEnd)}`}.`

export const useStartTrial = (organization: Organization) =>
  useWrite(trials.start, {
    success: (trial) => ['Trial Started', trialOf(organization, trial)],
    failure: 'Failed to start the trial',
    refresh: money,
    reread,
  })

export const useChangeTrial = (organization: Organization) =>
  useWrite(trials.change, {
    success: (trial) => ['Trial Updated', trialOf(organization, trial)],
    failure: 'Failed to change the trial',
    refresh: money,
    reread,
  })

export const useConvertTrial = (organization: Organization) =>
  useWrite(trials.convert, {
    success: (subscription) => ['Trial Converted', priceOf(organization, subscription)],
    failure: 'Failed to convert the trial',
    refresh: money,
    reread,
  })
