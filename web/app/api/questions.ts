type Pending = { answered: Promise<boolean>; answer: (isConfirmed: boolean) => void }

/** A question that a dialog asks while calls wait for the answer. Calls that ask at the same time share one dialog. */
function makeQuestion() {
  let pending: Pending | null = null
  const listeners = new Set<() => void>()

  function put(next: Pending | null) {
    pending = next
    for (const listener of listeners) listener()
  }

  function ask() {
    if (!pending) {
      const { promise, resolve } = Promise.withResolvers<boolean>()
      put({ answered: promise, answer: resolve })
    }
    return pending!.answered
  }

  return {
    /** Resolves to false at once if no page is open that could show the dialog. */
    ask: async () => listeners.size > 0 && ask(),
    answer: (isConfirmed: boolean) => {
      pending?.answer(isConfirmed)
      put(null)
    },
    canAsk: () => listeners.size > 0,
    isOpen: () => pending !== null,
    subscribe: (listener: () => void) => {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
  }
}

export const stepUpQuestion = makeQuestion()

export const signInQuestion = makeQuestion()

/** Sends the request. If the session has ended, asks the user to sign in, and sends the request again. */
export async function sendSignedIn(request: () => Promise<Response>) {
  const response = await request()
  return response.status === 401 && (await signInQuestion.ask()) ? request() : response
}
