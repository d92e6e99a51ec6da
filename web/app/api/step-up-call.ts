import { STEP_UP } from '#contract/identity/step-up.ts'
import { ApiError } from './api-error.ts'
import { askToConfirm } from './step-up-question.ts'

/** Sends; where the server wants the session confirmed, asks for that and sends once more. Unanswered, the refusal is thrown. */
export async function sendConfirmed<Result>(send: () => Promise<Result>) {
  try {
    return await send()
  } catch (error) {
    const isAsking = error instanceof ApiError && error.code === STEP_UP
    if (!isAsking || !(await askToConfirm())) throw error
    return send()
  }
}
