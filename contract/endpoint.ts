import * as z from 'zod/mini'
import { ApiFailure } from './errors.ts'

/**
 * Who may call. `public`: anyone. `device`: the desktop application, by its own credentials. `signed-url`: whoever holds the link.
 * The rest need a session; `org-admin` admits admins too, `admin` nobody else.
 */
export type Access = 'public' | 'device' | 'signed-url' | 'signed-in' | 'org-admin' | 'staff' | 'admin'

/**
 * What a write does outside the portal's own pages: it moves money, emails somebody, publishes a file or a text to customers, locks or
 * unlocks devices, or gives or takes access.
 */
export type Consequence = 'money' | 'email' | 'publication' | 'device' | 'access'

type Schema = z.core.$ZodType

/** One HTTP call, declared once: Fastify mounts it, the browser calls it, the tests walk it, the reference lists it. */
export type Endpoint = {
  method: 'GET' | 'POST' | 'PATCH' | 'PUT' | 'DELETE'
  url: `/api/${string}` | `/updates/${string}`
  config: {
    access: Access
    /** Needs a session confirmed within the last quarter of an hour, where `STEP_UP=required`. */
    stepUp?: true
    /** Why a write of administrators with a consequence needs no confirmed session. Moving money, shipping a file and granting access do. */
    withoutStepUp?: string
    /** The browser sends it only once a person has seen what it will do, or with an undo. */
    consequence?: Consequence
    /** Why a write has no consequence. Each write that needs a session declares one of the two. */
    harmless?: string
    /** The page asks by itself, so it says nothing about somebody being there: the session ages on. */
    isBackground?: true
    /** The answer holds a secret that is stored nowhere, so it is not kept for a repetition either. */
    isShownOnce?: true
  }
  /** Bytes, where a body is longer than 64 kB: the server reads no more than that of any other. */
  bodyLimit?: number
  schema: {
    summary: string
    params?: Schema
    querystring?: Schema
    headers?: Schema
    body?: Schema
    response: { 200?: Schema; 201?: Schema; '4xx': Schema }
  }
}

/** Every refusal has one shape. */
export const refusals = { '4xx': ApiFailure } as const

export const IdParams = z.object({ id: z.uuid() })

/** Answer of calls that have nothing to tell but that it is done. */
export const Done = z.object({ message: z.string() })

/** The header with the number of rows that match, whatever the page. */
export const TOTAL_HEADER = 'x-total-count'
