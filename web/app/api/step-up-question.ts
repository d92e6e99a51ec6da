type Question = { answered: Promise<boolean>; answer: (isConfirmed: boolean) => void }

let question: Question | null = null
const listeners = new Set<() => void>()

function put(next: Question | null) {
  question = next
  for (const listener of listeners) listener()
}

/** Resolves to whether the user confirmed. Calls that ask at the same time share one dialog. */
export function askToConfirm() {
  if (!question) {
    const { promise, resolve } = Promise.withResolvers<boolean>()
    put({ answered: promise, answer: resolve })
  }
  return question!.answered
}

export function answerQuestion(isConfirmed: boolean) {
  question?.answer(isConfirmed)
  put(null)
}

export const stepUpQuestion = {
  isOpen: () => question !== null,
  subscribe: (listener: () => void) => {
    listeners.add(listener)
    return () => void listeners.delete(listener)
  },
}
