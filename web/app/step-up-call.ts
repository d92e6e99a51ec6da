import type { Endpoint } from '#contract/endpoint.ts'
import { STEP_UP } from '#contract/step-up.ts'
import { ApiError } from './api-error.ts'
import { call, type Input } from './call.ts'
import { askToConfirm } from './step-up-question.ts'

/** Calls; where the server wants to know who it is, asks that and calls once more. Without an answer its refusal stands. */
export async function callConfirmed<E extends Endpoint>(endpoint: E, input: Input<E>) {
  try {
    return await call(endpoint, input)
  } catch (error) {
    const isAsking = error instanceof ApiError && error.code === STEP_UP
    if (!isAsking || !(await askToConfirm())) throw error
    return call(endpoint, input)
  }
}
