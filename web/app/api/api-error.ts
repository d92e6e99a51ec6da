import * as z from 'zod/mini'
import { ApiFailure } from '#contract/errors.ts'

/** A refused call. Its message is '404: ' and the body as it came; people read `serverMessage`. */
export class ApiError extends Error {
  override name = 'ApiError'
  status: number
  serverMessage: string | undefined
  code: string | undefined
  errors: Record<string, string> | undefined

  constructor(status: number, text: string) {
    super(`${status}: ${text}`)
    const { data } = z.safeParse(ApiFailure, jsonOrNull(text))
    this.status = status
    this.serverMessage = data?.message
    this.code = data?.code
    this.errors = data?.errors
  }
}

function jsonOrNull(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

/** Nobody has what was asked for, it is another organization's, or its id is none. */
export const isUnknown = (error: unknown) => error instanceof ApiError && (error.status === 404 || error.status === 400)

/** What the server said, if it said something. */
export const serverMessage = (error: unknown) => (error instanceof ApiError ? error.serverMessage : undefined)
