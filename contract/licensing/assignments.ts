import * as z from 'zod/mini'
import { refusals, type Endpoint } from '#contract/endpoint.ts'
import { copiedLine } from '#contract/text.ts'
import { givenFingerprint, ORGANIZATION_REQUIRED, UUID_REQUIRED } from './changes.ts'
import { License } from './licenses.ts'

/** Devices per call. */
export const ASSIGNMENTS_MAX = 500
export const TOO_MANY_DEVICES = `At most ${ASSIGNMENTS_MAX} devices can be assigned at once.`

export const NO_FREE_LICENSE = 'No unassigned license is left. Create one first.'
export const NO_SUCH_LABEL = 'No unassigned license has this label.'
export const LISTED_TWICE = 'This UUID is in the list twice.'

/** `label` names the license to assign. Without it, the oldest unassigned license is used. */
export const Assignment = z.object({
  deviceFingerprint: givenFingerprint,
  label: z.optional(copiedLine({ min: 0, max: 120 })),
})
export type Assignment = z.infer<typeof Assignment>

/** One per device, in order: the license, or why there is none. */
export const AssignmentResult = z.object({
  deviceFingerprint: z.string(),
  license: z.nullable(License),
  message: z.nullable(z.string()),
})
export type AssignmentResult = z.infer<typeof AssignmentResult>

export const assignments = {
  create: {
    method: 'POST',
    url: '/api/licenses/assignments',
    config: {
      access: 'org-admin licenses:write',
      harmless: 'Assigns unassigned licenses, and each can be assigned again',
      refuses: [404],
    },
    schema: {
      summary: `Assign unassigned licenses to up to ${ASSIGNMENTS_MAX} devices; says for each device which license it got, or why none`,
      body: z.object({
        devices: z
          .array(Assignment)
          .check(z.minLength(1, UUID_REQUIRED), z.maxLength(ASSIGNMENTS_MAX, TOO_MANY_DEVICES)),
        organizationId: z.catch(z.optional(z.uuid(ORGANIZATION_REQUIRED)), undefined),
      }),
      response: { 200: z.array(AssignmentResult), ...refusals },
    },
  },
} as const satisfies Record<string, Endpoint>
