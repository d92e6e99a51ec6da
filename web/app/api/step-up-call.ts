import { STEP_UP } from '#contract/identity/step-up.ts'
import { ApiError } from './api-error.ts'
import { stepUpQuestion } from './questions.ts'

/** Sends the call. If the server requires step-up, asks for it and sends the call again; without an answer, throws the refusal. */
export async function sendConfirmed<Result>(send: () => Promise<Result>) {
  try {
    return await send()
  } catch (error) {
    const isAsking = error instanceof ApiError && error.code === STEP_UP
    if (!isAsking || !(await stepUpQuestion.ask())) throw error
    return send()
  }
}
