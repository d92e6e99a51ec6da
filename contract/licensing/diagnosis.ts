import * as z from 'zod/mini'
import { IdParams, refusals, type Endpoint } from '#contract/endpoint.ts'
import { copiedLine } from '#contract/text.ts'
import { UUID_MAX } from './changes.ts'
import { Decision, DecisionCode } from './devices.ts'

/** Without a UUID: as the device asks that has the license, or any device when none has it. */
export const Complaint = z.object({ deviceFingerprint: z.optional(copiedLine({ min: 0, max: UUID_MAX })) })

/** What a rule refuses with, or what is worth knowing although it stops nothing today. */
export const FindingCode = z.enum([
  ...DecisionCode.options,
  'DEVICE_TAKEN',
  'DEVICE_CLONED',
  'DEVICE_SILENT',
  'SUBSCRIPTION_PAST_DUE',
  'VERSION_TOO_OLD',
  'OFFLINE_FILE_ENDS',
])
export type FindingCode = z.infer<typeof FindingCode>

/** One rule of the decision, or a warning. `skipped`: an earlier rule has decided. */
export const Finding = z.object({
  code: FindingCode,
  /** What is asked; yes is good. */
  question: z.string(),
  outcome: z.enum(['passed', 'failed', 'skipped', 'warning']),
  /** What was found; null when nothing is wrong or it was not looked at. */
  detail: z.nullable(z.string()),
  /** What to do about it; null when there is nothing to do. */
  fix: z.nullable(z.string()),
})
export type Finding = z.infer<typeof Finding>

/** Days before the end of an offline license file from which on it is worth a warning. */
export const FILE_ENDS_SOON_DAYS = 14

/** The rules in the order in which they are asked, then the warnings there are. */
export const Diagnosis = z.object({ decision: Decision, findings: z.array(Finding) })
export type Diagnosis = z.infer<typeof Diagnosis>

export const diagnosis = {
  diagnose: {
    method: 'POST',
    url: '/api/licenses/:id/diagnose',
    config: { access: 'signed-in', harmless: 'Changes nothing' },
    schema: {
      summary: 'Why doesn’t it work? The decision a device would get, rule by rule. Changes nothing',
      params: IdParams,
      body: Complaint,
      response: { 200: Diagnosis, ...refusals },
    },
  },
} as const satisfies Record<string, Endpoint>
