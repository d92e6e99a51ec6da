import { request } from 'node:http'
import { setTimeout as delay } from 'node:timers/promises'
import { session } from '#contract/identity/session.ts'
import { devices } from '#contract/licensing/devices.ts'
import { licenses } from '#contract/licensing/licenses.ts'

type Sent = { method: 'GET' | 'POST'; url: string; body?: object; headers?: Record<string, string> }

export type Phase = {
  name: string
  requests: number
  /** By status; 0 is no answer. */
  failed: Map<number, number>
  validations: { sent: number; failed: number }
  startedAt: number
  seconds: number
  /** Between two acknowledged writes. */
  longestPause: number
}

export type Load = Awaited<ReturnType<typeof startLoad>>

const TIMEOUT_MS = 20_000

/** The portal limits the check-ins of each. */
const DEVICES = 12

const OWNER = { email: 'owner@acme.example', password: 'portal-demo-2026' }
const DEVICE = { deviceName: 'PC', deviceOs: 'Windows 11' }

/** Every request comes from another address of this computer, because the portal limits the requests of each. */
let lastAddress = 0
const nextAddress = () => {
  lastAddress = (lastAddress + 1) % 60_000
  return `127.1.${lastAddress >> 8}.${(lastAddress % 250) + 1}`
}

/** Resolves with status 0 if there is no answer. */
export function send(port: number, { method, url, body, headers = {} }: Sent) {
  const text = body && JSON.stringify(body)
  const { promise, resolve } = Promise.withResolvers<{ status: number; text: string; cookies: string[] }>()
  const noAnswer = () => resolve({ status: 0, text: '', cookies: [] })
  const options = {
    host: '127.0.0.1',
    port,
    path: url,
    method,
    localAddress: nextAddress(),
    agent: false as const,
    timeout: TIMEOUT_MS,
    headers: { ...(text !== undefined && { 'content-type': 'application/json' }), ...headers },
  }
  const sent = request(options, (answer) => {
    let received = ''
    answer.setEncoding('utf8').on('data', (data: string) => (received += data))
    answer.on('error', noAnswer)
    answer.on('end', () =>
      resolve({ status: answer.statusCode ?? 0, text: received, cookies: answer.headers['set-cookie'] ?? [] }),
    )
  })
  sent.on('timeout', () => sent.destroy())
  sent.on('error', noAnswer)
  sent.end(text)
  return promise
}

async function sendOrThrow(port: number, sent: Sent) {
  const answer = await send(port, sent)
  if (answer.status < 200 || answer.status > 299)
    throw new Error(`${sent.url} answered ${answer.status}: ${answer.text}`)
  return answer
}

async function signIn(port: number) {
  const { cookies } = await sendOrThrow(port, { method: 'POST', url: session.login.url, body: OWNER })
  return cookies.map((line) => line.split(';')[0]).join('; ')
}

type Activated = { licenseKey: string; deviceFingerprint: string; deviceToken: string }

async function activateDevice(port: number, cookie: string): Promise<Activated> {
  const body = { label: `Device ${crypto.randomUUID()}` }
  const created = await sendOrThrow(port, { method: 'POST', url: licenses.create.url, body, headers: { cookie } })
  const { licenseKey } = JSON.parse(created.text) as { licenseKey: string }
  const handle = { licenseKey, deviceFingerprint: crypto.randomUUID() }
  const { text } = await sendOrThrow(port, {
    method: 'POST',
    url: devices.activate.url,
    body: { ...handle, ...DEVICE },
  })
  return { ...handle, ...(JSON.parse(text) as { deviceToken: string }) }
}

/**
 * Devices validate and check in, and an owner lists and creates licenses, until `stop`. A write without an answer is sent again with its key until it is
 * acknowledged. `acknowledged` has the labels of those writes.
 */
export async function startLoad(port: number, { senders = 4, pauseMs = 50 } = {}) {
  const cookie = await signIn(port)
  const computers: Activated[] = []
  while (computers.length < DEVICES) computers.push(await activateDevice(port, cookie))
  const phases: Phase[] = []
  const acknowledged: string[] = []
  let isOver = false
  let lastWrite = performance.now()
  const begin = (name: string) => {
    end()
    const counts = { requests: 0, failed: new Map<number, number>(), validations: { sent: 0, failed: 0 } }
    phases.push({ name, ...counts, startedAt: performance.now(), seconds: 0, longestPause: 0 })
  }
  const end = () => {
    const phase = phases.at(-1)
    if (phase && phase.seconds === 0) phase.seconds = (performance.now() - phase.startedAt) / 1000
  }
  const count = async (sent: Sent) => {
    const phase = phases.at(-1)
    const { status } = await send(port, sent)
    const isDone = status >= 200 && status < 300
    if (phase) phase.requests += 1
    if (phase && !isDone) phase.failed.set(status, (phase.failed.get(status) ?? 0) + 1)
    return isDone
  }
  const write = async () => {
    const label = `Write ${crypto.randomUUID()}`
    const headers = { cookie, 'idempotency-key': crypto.randomUUID() }
    while (!(await count({ method: 'POST', url: licenses.create.url, body: { label }, headers }))) await delay(200)
    acknowledged.push(label)
    const phase = phases.at(-1)
    if (phase) phase.longestPause = Math.max(phase.longestPause, (performance.now() - lastWrite) / 1000)
    lastWrite = performance.now()
  }
  let turn = 0
  const nextComputer = () => computers[(turn += 1) % computers.length]
  const checkIn = () => {
    const headers = { authorization: `Device ${nextComputer()?.deviceToken}` }
    return count({ method: 'POST', url: devices.checkIn.url, body: CHECK_IN, headers })
  }
  const validate = async () => {
    const validations = phases.at(-1)?.validations
    const { licenseKey, deviceFingerprint } = nextComputer() ?? {}
    const isDone = await count({ method: 'POST', url: devices.validate.url, body: { licenseKey, deviceFingerprint } })
    if (!validations) return
    validations.sent += 1
    if (!isDone) validations.failed += 1
  }
  const rounds = [checkIn, validate, () => count({ method: 'GET', url: licenses.list.url, headers: { cookie } }), write]
  const sendUntilOver = async () => {
    while (!isOver)
      for (const round of rounds) {
        await round()
        await delay(pauseMs)
      }
  }
  begin('before')
  const running = Array.from({ length: senders }, sendUntilOver)
  const stop = async () => {
    isOver = true
    await Promise.all(running)
    end()
  }
  return { phases, acknowledged, begin, stop }
}

const CHECK_IN = { ...DEVICE, appVersion: '1.0.0' }
