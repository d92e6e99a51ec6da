import * as z from 'zod/mini'
import { ApiFailure } from './errors.ts'
import type { UserLevel } from './roles.ts'

/** The rights of API tokens: a noun, and whether it may be read, changed or published. */
export const SCOPES = [
  'licenses:read',
  'licenses:write',
  'invoices:read',
  'invoices:write',
  'tickets:read',
  'tickets:write',
  'uploads:write',
  'documents:read',
  'documents:write',
  'releases:read',
  'releases:write',
  'releases:publish',
  'customers:read',
  'customers:write',
  'users:read',
  'audit:read',
  'overview:read',
] as const
export type Scope = (typeof SCOPES)[number]

/**
 * Access levels. `device`: the application, with its own credentials. `signed-url`: anyone with the link. The others need a user. With a
 * scope ('signed-in licenses:read'), API tokens that have it may call the endpoint. Without one, it needs a session.
 */
export type Access = 'public' | 'device' | 'signed-url' | UserLevel | `${UserLevel} ${Scope}`

/**
 * Effect of a write outside the portal: it moves money, sends emails, publishes to customers, locks or unlocks devices, or changes access.
 */
export type Consequence = 'money' | 'email' | 'publication' | 'device' | 'access'

type Schema = z.core.$ZodType

/** One HTTP call, declared once: Fastify mounts it, the browser calls it, tests walk it and the reference lists it. */
export type Endpoint = {
  method: 'GET' | 'POST' | 'PATCH' | 'PUT' | 'DELETE'
  url: `/api/${string}` | `/updates/${string}`
  config: {
    access: Access
    /** Requires a session confirmed within the last 15 minutes if `STEP_UP=required`. */
    stepUp?: true
    /** Why an administrator's write with a consequence needs no step-up. Moving money, publishing files and granting access do. */
    withoutStepUp?: string
    /** The browser sends it only after the user has seen its effect, or with an undo. */
    consequence?: Consequence
    /** Why a write has no consequence. Each write with a session declares one of the two. */
    harmless?: string
    /** Sent without user action, so it does not extend the session, and a write asks no signed-out user to sign in. */
    isBackground?: true
    /** A write that staff may send while they view the portal as a customer. They may read everything else. */
    isOpenWhileViewing?: true
    /** Why staff may not read it while they view the portal as a customer. */
    closedWhileViewing?: string
    /** A list with pages whose length is not counted. */
    isUncounted?: true
    /** `file`: bytes with a tag, whole or in ranges. `tagged`: an answer with a tag. */
    serves?: 'file' | 'tagged'
    /** Statuses of refusals that do not follow from the method, access and input, for the reference. */
    refuses?: readonly (401 | 403 | 404 | 409 | 507)[]
    /** The answer contains a secret, so it is not stored for repeated requests. */
    isShownOnce?: true
  }
  /** Bytes, if a body may be longer than the default of 64 kB. */
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

export const refusals = { '4xx': ApiFailure } as const

export const IdParams = z.object({ id: z.uuid() })

/** The `updatedAt` that a change is based on, bare or quoted like an ETag, or a list of such tags. */
export const IfMatch = z.object({ 'if-match': z.optional(z.string().check(z.maxLength(1000))) })

/** Checks that a change has a field, not counting `besides`, which says what to change. */
export const hasChange = (besides?: string) =>
  z.refine<object>(
    (fields) => Object.entries(fields).some(([name, value]) => name !== besides && value !== undefined),
    'Nothing to change',
  )

/** Answer of calls without data. */
export const Done = z.object({ message: z.string() })

/** Names the view as a customer that a page shows, so that a page of an ended one does nothing with the rights of staff. */
export const VIEWING_HEADER = 'x-viewing'

export const TOTAL_HEADER = 'x-total-count'

/**
 * Versions of the API by their dates, the current one last. An answer may gain fields at any time; removing or renaming something is a
 * new version.
 */
export const API_VERSIONS = ['2026-11-25'] as const
export const CURRENT_VERSION = API_VERSIONS[API_VERSIONS.length - 1]!

/** Names the version that a request expects, and the one that an answer has. */
export const VERSION_HEADER = 'latchkey-version'

export const unknownVersion = () =>
  `This version of the API does not exist. Send Latchkey-Version: ${CURRENT_VERSION}, or leave the header out.`
