import { createDeviceClient } from '#clients/typescript/client.ts'
import type { LicensingState, StatusWarning } from '#clients/typescript/license-state.ts'
import { createLicensing } from '#clients/typescript/licensing.ts'
import { parseState } from '#clients/typescript/parse-state.ts'
import { NONCE, device, withNames, withTexts } from './rule-files.ts'

export type RuleAnswer = { status: number; retryAfter?: string; body: Record<string, unknown> | string } | null

export type RuleEvent =
  | { do: 'show' | 'look' | 'transfer' | 'deactivate' }
  | { do: 'activate' | 'enroll'; key: string; reason: 'typed' | 'stored' }
  | { do: 'import'; file: string }

export type RuleInput = {
  keys: Record<string, string>
  deviceFingerprint: string
  now: string
  state: LicensingState
  storeFails: boolean
  event: RuleEvent
  answers: RuleAnswer[]
}

type SentRequest = { call: string; authorization: string | null; body: unknown }

/** `shown`: the code that the caller of the action gets. */
export type RuleOutcome = {
  requests: SentRequest[]
  shown: string | null
  /** `features` is missing if there are none. */
  status: {
    mayRun: boolean
    code: string
    warnings: Omit<StatusWarning, 'detail'>[]
    update: string | null
    features?: string[]
  }
  stored: Omit<LicensingState, 'attempt' | 'revision'>
  attempt: LicensingState['attempt'] | null
}

/** Runs the TypeScript client through one vector. `random` decides the jitter. */
export async function playRule(named: RuleInput, random: number): Promise<RuleOutcome> {
  const given = withTexts(named)
  const { requests, fetch } = answering(given.answers)
  let stored = parseState(given.state)
  const write = (state: LicensingState) => {
    if (given.storeFails) throw new Error('The disk is full.')
    stored = parseState(state)
  }
  const licensing = createLicensing({
    client: createDeviceClient({ server: 'https://portal.example.com', fetch, newNonce: () => NONCE }),
    store: { read: () => stored, write },
    device: { ...device, deviceFingerprint: given.deviceFingerprint },
    keys: given.keys,
    clock: () => Date.parse(given.now),
    monotonic: () => 0,
    random: () => random,
  })
  const shown = await act(licensing, given.event)
  const { mayRun, code, warnings, update, features } = licensing.status()
  const { attempt, revision: _counter, ...rest } = stored
  return withNames({
    requests,
    shown: shown ?? null,
    status: {
      mayRun,
      code,
      warnings: warnings.map(({ detail: _sentence, ...warning }) => warning),
      update: update?.version ?? null,
      ...(features.length > 0 && { features }),
    },
    stored: rest,
    attempt: attempt ?? null,
  })
}

function answering(answers: RuleAnswer[]) {
  const [requests, left]: [SentRequest[], RuleAnswer[]] = [[], [...answers]]
  async function fetch(address: string, { method = 'GET', headers, body }: RequestInit) {
    requests.push({
      call: `${method} ${new URL(address).pathname}`,
      authorization: new Headers(headers).get('authorization'),
      body: typeof body === 'string' ? (JSON.parse(body) as unknown) : null,
    })
    const answer = left.shift()
    if (!answer) throw new TypeError('fetch failed')
    const text = typeof answer.body === 'string' ? answer.body : JSON.stringify(answer.body)
    const { status, retryAfter } = answer
    return new Response(text, { status, headers: retryAfter === undefined ? {} : { 'retry-after': retryAfter } })
  }
  return { requests, fetch }
}

async function act(licensing: ReturnType<typeof createLicensing>, event: RuleEvent): Promise<string | undefined> {
  if (event.do === 'look') await licensing.tick()
  if (event.do === 'activate') return (await licensing.activate(event.key, event.reason)).decision.code
  if (event.do === 'enroll') return (await licensing.enroll(event.key, event.reason)).decision.code
  if (event.do === 'transfer') return (await licensing.moveToThisHardware()).decision.code
  if (event.do === 'deactivate') return (await licensing.deactivate()).decision?.code
  return event.do === 'import' ? licensing.importFile(event.file).code : undefined
}
