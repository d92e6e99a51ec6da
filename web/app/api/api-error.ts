import * as z from 'zod/mini'
import { ApiFailure } from '#contract/errors.ts'

/** A refused call. The message is the status and the raw body ('404: …'); `serverMessage` is the sentence to show. */
export class ApiError extends Error {
  override name = 'ApiError'
  status: number
  serverMessage: string | undefined
  code: string | undefined
  errors: Record<string, string> | undefined
  about: ApiFailure['about']
  pending: ApiFailure['pending']

  constructor(status: number, text: string) {
    super(`${status}: ${text}`)
    const { data } = z.safeParse(ApiFailure, jsonOrNull(text))
    this.status = status
    this.serverMessage = data?.message
    this.code = data?.code
    this.errors = data?.errors
    this.about = data?.about
    this.pending = data?.pending
  }
}

function jsonOrNull(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

export const isSignedOut = (error: unknown) => error instanceof ApiError && error.status === 401

/** Also a malformed id in the address, which the server refuses with 400. */
export const isNotFound = (error: unknown) =>
  error instanceof ApiError && (error.status === 404 || error.status === 400)

const CONFLICT = 409

export const isConflict = (error: unknown) => error instanceof ApiError && error.status === CONFLICT

export const serverMessage = (error: unknown) => (error instanceof ApiError ? error.serverMessage : undefined)

/** The server’s sentence, unless another attempt may succeed. */
export const finalRefusal = (error: unknown) =>
  error instanceof ApiError && error.status < 500 && error.status !== 429 ? error.serverMessage : undefined
