import type { Endpoint } from '#contract/endpoint.ts'
import { STILL_RUNNING } from '#contract/errors.ts'
import { MFA_SETUP } from '#contract/identity/mfa.ts'
import { STEP_UP } from '#contract/identity/step-up.ts'
import { sendCallsBy, type FetchOptions } from '#web/app/api/call.ts'

export const writeOnce = () =>
  sendCallsBy((once) => (endpoint, path, options) => {
    if (!isDoneOnce(endpoint, options)) return once(endpoint, path, options)
    const withKey = (headers: object) =>
      once(endpoint, path, { ...options, headers: { ...Object(options.headers), ...headers } })
    return sendWithKey(endpoint, path, options, withKey)
  })

/**
 * Creations, and changes of what the user saw, which the call names. Others may be repeated: ending the sessions of a user an hour later must end
 * the new ones. Calls of the caller’s own account send passwords, of which the server would store a hash with the key.
 */
const isDoneOnce = ({ config, schema }: Endpoint, { headers, body }: FetchOptions) =>
  !['public', 'signed-in'].includes(config.access) &&
  (schema.response[201] || Object.entries({ ...Object(headers), ...Object(body) }).some(saysWhatWasSeen))

/** 'if-match', 'seatsFrom' */
const saysWhatWasSeen = ([name, value]: [string, unknown]) => value !== undefined && /^if-|From$|^basedOn$/.test(name)

type Attempt = { request: string; key: string; sentAt: number }

const undecidedBySubject = new Map<string, Attempt>()

const KEPT_MINUTES = 60

/** Milliseconds between looks whether the first call still runs, and their number. */
const PAUSE = 1000
const MOST_LOOKS = 10

/** The same call has the same key until it is decided, or another one of its kind about its subject is sent. */
async function sendWithKey(
  { method }: Endpoint,
  path: string,
  { headers, body }: FetchOptions,
  send: (headers: object) => Promise<Response>,
) {
  const subject = method + subjectOf(path)
  const request = JSON.stringify([path, headers, body])
  const attempt: Attempt = { request, key: keptKey(subject, request) ?? makeKey(), sentAt: Date.now() }
  undecidedBySubject.set(subject, attempt)
  const response = await sendUntilDone(() => send({ 'idempotency-key': attempt.key }))
  if (await isDecided(response)) undecidedBySubject.delete(subject)
  return response
}

/** '/api/tickets/(id)/messages' → '/api/tickets/(id)' */
const subjectOf = (path: string) => path.replace(/(\/[\da-f-]{36}).*/, '$1')

function keptKey(subject: string, request: string) {
  const kept = undecidedBySubject.get(subject)
  return kept?.request === request && Date.now() - kept.sentAt < KEPT_MINUTES * 60_000 ? kept.key : undefined
}

/** Not `randomUUID`, which exists only with https and on localhost. */
const makeKey = () => crypto.getRandomValues(new Uint32Array(4)).join('-')

async function sendUntilDone(send: () => Promise<Response>, looks = MOST_LOOKS): Promise<Response> {
  const response = await send()
  if (looks === 0 || !(await hasCode(response, [STILL_RUNNING]))) return response
  await new Promise((resolve) => setTimeout(resolve, PAUSE))
  return sendUntilDone(send, looks - 1)
}

/** These refusals come before the server looks at the key. */
const ASKED_FIRST = [STILL_RUNNING, STEP_UP, MFA_SETUP]

const isDecided = async (response: Response) =>
  response.status < 500 && ![401, 429].includes(response.status) && !(await hasCode(response, ASKED_FIRST))

async function hasCode(response: Response, codes: string[]) {
  const text = [403, 409].includes(response.status) ? await response.clone().text() : ''
  return codes.some((code) => text.includes(`"${code}"`))
}
