import type { Endpoint } from '#contract/endpoint.ts'
import { STILL_RUNNING } from '#contract/errors.ts'
import { sendCallsBy } from '#web/app/api/call.ts'

/** An effect: what is sent again after its answer was lost is done once. */
export const repeatSafely = () =>
  sendCallsBy((once) => (endpoint, path, options) => {
    if (!isRepeatable(endpoint)) return once(endpoint, path, options)
    const withKey = (headers: object) =>
      once(endpoint, path, { ...options, headers: { ...Object(options.headers), ...headers } })
    return sendRepeatable(path, options.body, withKey)
  })

/** Calls of the caller’s own account send passwords. The server stores a hash of the body with the key. */
const isRepeatable = ({ method, config: { access, isBackground } }: Endpoint) =>
  method === 'POST' && access !== 'public' && access !== 'signed-in' && !isBackground

type Attempt = { request: string; key: string; sentAt: number }

const unansweredBySubject = new Map<string, Attempt>()

const KEPT_MINUTES = 60

const WHILE_RUNNING = { pauseMilliseconds: 1000, mostTimes: 10 }

/** Sent again after its answer was lost, the same call has the same key, unless another about its subject was answered in between. */
async function sendRepeatable(path: string, body: unknown, send: (headers: object) => Promise<Response>) {
  const subject = subjectOf(path)
  const request = JSON.stringify([path, body])
  const attempt: Attempt = { request, key: keptKey(subject, request) ?? makeKey(), sentAt: Date.now() }
  unansweredBySubject.delete(subject)
  try {
    const response = await sendUntilDone(() => send({ 'idempotency-key': attempt.key }))
    if (response.status >= 500) unansweredBySubject.set(subject, attempt)
    return response
  } catch (error) {
    unansweredBySubject.set(subject, attempt)
    throw error
  }
}

/** '/api/tickets/(id)/messages' → '/api/tickets/(id)' */
const subjectOf = (path: string) => /^.*\/[\da-f-]{36}/.exec(path)?.join() ?? path

function keptKey(subject: string, request: string) {
  const kept = unansweredBySubject.get(subject)
  return kept?.request === request && Date.now() - kept.sentAt < KEPT_MINUTES * 60_000 ? kept.key : undefined
}

/** Not `randomUUID`, which exists only with https and on localhost. */
const makeKey = () => Array.from(crypto.getRandomValues(new Uint32Array(4)), (part) => part.toString(36)).join('-')

async function sendUntilDone(send: () => Promise<Response>) {
  for (let times = 0; ; times++) {
    const response = await send()
    if (times === WHILE_RUNNING.mostTimes || response.status !== 409 || !(await isRunning(response))) return response
    await new Promise((resolve) => setTimeout(resolve, WHILE_RUNNING.pauseMilliseconds))
  }
}

const isRunning = async (response: Response) => (await response.clone().text()).includes(`"${STILL_RUNNING}"`)
