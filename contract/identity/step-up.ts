import * as z from 'zod/mini'
import { Done, refusals, type Endpoint } from '#contract/endpoint.ts'
import { CodeForm, PasswordForm } from './mfa.ts'

/** How long a step-up lasts. Signing in counts as one. */
export const CONFIRMED_MINUTES = 15

/** Code of the refusal: confirm, then call again. */
export const STEP_UP = 'STEP_UP'
export const CONFIRM_FIRST = 'Please confirm it’s you.'

/** A code with two-factor authentication, otherwise the password. */
export const Confirmation = z.union([PasswordForm, CodeForm])
export type Confirmation = z.infer<typeof Confirmation>

export const stepUp = {
  confirm: {
    method: 'POST',
    url: '/api/session/confirm',
    config: { access: 'signed-in', harmless: 'Confirms the caller’s own session' },
    schema: {
      summary: 'Confirm the session: by a code with two-factor authentication, otherwise by the password',
      body: Confirmation,
      response: { 200: Done, ...refusals },
    },
  },
} as const satisfies Record<string, Endpoint>
