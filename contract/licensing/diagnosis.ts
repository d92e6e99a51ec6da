import * as z from 'zod/mini'
import { IdParams, refusals, type Endpoint } from '#contract/endpoint.ts'
import { copiedLine } from '#contract/text.ts'
import { UUID_MAX } from './changes.ts'
import { Decision, DecisionCode } from './devices.ts'
import { plainUuid } from './fingerprints.ts'

/** Without a UUID: as the device with the license asks, or any device if none has it. */
export const Complaint = z.object({
  deviceFingerprint: z.optional(copiedLine({ min: 0, max: UUID_MAX }).check(z.overwrite(plainUuid))),
})

/** A refusal's rule, or a warning that stops nothing yet. */
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

/** A rule or a warning. `skipped`: an earlier rule decided. */
export const Finding = z.object({
  code: FindingCode,
  /** The condition that should be true. */
  question: z.string(),
  outcome: z.enum(['passed', 'failed', 'skipped', 'warning']),
  /** The finding, or null if nothing is wrong or it was skipped. */
  detail: z.nullable(z.string()),
  /** The instruction, or null. */
  fix: z.nullable(z.string()),
})
export type Finding = z.infer<typeof Finding>

/** Days before the end of an offline license file at which a warning starts. */
export const FILE_ENDS_SOON_DAYS = 14

/** The rules in order, then the warnings. */
export const Diagnosis = z.object({ decision: Decision, findings: z.array(Finding) })
export type Diagnosis = z.infer<typeof Diagnosis>

export const diagnosis = {
  diagnose: {
    method: 'POST',
    url: '/api/licenses/:id/diagnose',
    config: { access: 'signed-in licenses:read', harmless: 'Changes nothing' },
    schema: {
      summary: 'Why doesn’t it work? The decision a device would get, rule by rule. Changes nothing',
      params: IdParams,
      body: Complaint,
      response: { 200: Diagnosis, ...refusals },
    },
  },
} as const satisfies Record<string, Endpoint>
