import { randomUUID } from 'node:crypto'
import { normalizeFingerprint } from '#clients/typescript/identifiers.ts'
import type { LicenseFile } from '#clients/typescript/license-file.ts'
import { armour, publicKeyOf, seal, type TestKey } from '#clients/vectors/signing.ts'
import { LICENSE_KEY, licenseFile, listOf } from '#clients/vectors/examples.ts'

export const DAY = 24 * 60 * 60_000
export const KEYS = { 'rfc8032-1': publicKeyOf('rfc8032-1'), 'rfc8032-2': publicKeyOf('rfc8032-2') }

export type NetworkState = 'up' | 'down' | 'sign-in page' | 'fault' | 'silence' | 'replay'
type Body = Record<string, unknown>
type Loss = 'MOVED' | 'RELEASED' | 'REVOKED'

/** Implements the device endpoints for one license (docs/integrate.md) as a `fetch` that can be made to fail. */
export function signingServer(now: () => number) {
  const tokens = new Map<string, string>()
  const losses = new Map<string, Loss>()
  const requests: { call: string; body: Body }[] = []
  let holder: string | null = null
  let lastText = ''
  const server = {
    network: 'up' as NetworkState,
    kid: 'rfc8032-1' as TestKey,
    status: 'active' as LicenseFile['status'],
    warnings: [] as string[],
    features: [] as string[],
    update: null as Body | null,
    retryAfter: null as string | null,
    /** Time of the last valid answer. */
    confirmedAt: -Infinity,
    confirmations: 0,
    requests,
    holder: () => holder,
    /** Simulates a change in the portal that removes the license from its device. */
    remove(loss: Loss) {
      if (holder !== null) losses.set(holder, loss)
      holder = null
    },
    /** Runs before the next answer is sent. */
    beforeAnswer: undefined as (() => unknown) | undefined,
    fetch,
  }

  async function fetch(address: string, { body, headers, signal }: RequestInit): Promise<Response> {
    if (server.network === 'down')
      throw new TypeError('fetch failed', { cause: new Error('connect ECONNREFUSED 10.0.0.1:443') })
    if (server.network === 'silence')
      return new Promise((_resolve, reject) => (signal!.onabort = () => reject(signal!.reason)))
    if (server.network === 'sign-in page') return new Response('<html>Welcome</html>', withHeaders())
    if (server.network === 'fault')
      return new Response('{"message":"Internal error"}', { status: 500, ...withHeaders() })
    if (server.network === 'replay') return new Response(lastText)
    const call = new URL(address).pathname.split('/').at(-1)!
    const fields = typeof body === 'string' ? (JSON.parse(body) as Body) : {}
    requests.push({ call, body: fields })
    const token = new Headers(headers).get('authorization')?.replace('Device ', '')
    const text = JSON.stringify(answerTo(call, fields, token ?? String(fields['deviceToken'])))
    const { beforeAnswer } = server
    server.beforeAnswer = undefined
    await beforeAnswer?.()
    if (call === 'check-in') lastText = text
    return new Response(text, withHeaders())
  }

  const withHeaders = () => (server.retryAfter === null ? {} : { headers: { 'retry-after': server.retryAfter } })

  function answerTo(call: string, body: Body, token: string): Body {
    if (call === 'revocations') return JSON.parse(listOf({}, { issuedAt: iso(now()) })) as Body
    const owner = tokens.get(token)
    const device =
      typeof body['deviceFingerprint'] === 'string' ? normalizeFingerprint(body['deviceFingerprint']) : owner!
    if (call === 'deactivate') return deactivate(owner)
    if (call === 'check-in') return checkIn(owner, device, body)
    if (call === 'transfer') return bind(device, body)
    const loss = losses.get(device)
    if (loss && (loss === 'REVOKED' || body['reason'] !== 'typed')) return refuse(loss, device, body, loss)
    if (holder !== null && holder !== device) return refuse('DEVICE_MISMATCH', device, body)
    return bind(device, body)
  }

  function deactivate(owner: string | undefined) {
    if (owner !== undefined && holder === owner) server.remove('RELEASED')
    return { message: 'Deactivated' }
  }

  function checkIn(owner: string | undefined, device: string, body: Body) {
    if (owner === undefined) return decision('NOT_ACTIVATED', body)
    const loss = losses.get(owner)
    if (loss) return refuse(loss, device, body, loss)
    if (owner !== holder) return decision('NOT_ACTIVATED', body)
    return owner === device ? confirm(device, body) : refuse('HARDWARE_CHANGED', device, body)
  }

  function bind(device: string, body: Body) {
    const { kids } = body
    if (Array.isArray(kids) && !kids.includes(server.kid)) return decision('UNKNOWN_KEY', body)
    holder = device
    losses.delete(device)
    const deviceToken = randomUUID()
    tokens.set(deviceToken, device)
    return { ...confirm(device, body), deviceToken, updateToken: 'updates' }
  }

  function confirm(device: string, body: Body) {
    const { warnings, update, status, features } = server
    if (status !== 'active') return refuse(status === 'revoked' ? 'REVOKED' : 'INACTIVE', device, body)
    server.confirmedAt = now()
    server.confirmations += 1
    const signed = fileFor(device, body, { status, features, checkInBy: 1, expiresAt: 7, graceUntil: 14 })
    return { ...decision('VALID', body), warnings, ...(update && { update }), licenseFile: signed }
  }

  const refuse = (code: string, device: string, body: Body, lost?: Loss) => ({
    ...decision(code, body),
    licenseFile: fileFor(device, body, { status: server.status === 'active' ? 'unassigned' : server.status, lost }),
  })

  type Says = {
    status: string
    features?: string[]
    lost?: Loss | undefined
    checkInBy?: number
    expiresAt?: number
    graceUntil?: number
  }
  function fileFor(device: string, body: Body, says: Says) {
    const { status, features = [], lost, checkInBy = 0, expiresAt = 0, graceUntil = 0 } = says
    const at = (days: number) => iso(now() + days * DAY)
    const times = { issuedAt: at(0), checkInBy: at(checkInBy), expiresAt: at(expiresAt), graceUntil: at(graceUntil) }
    const content = { ...licenseFile(), ...times, deviceFingerprint: device, status, nonce: body['nonce'] ?? null }
    const optional = { ...(lost && { lost }), ...(features.length > 0 && { features }) }
    return armour(seal({ ...content, ...optional }, { kid: server.kid }))
  }

  const decision = (code: string, body: Body) => ({
    valid: code === 'VALID',
    code,
    detail: code,
    conclusive: true,
    warnings: [],
    nonce: body['nonce'] ?? null,
  })

  return server
}
export { LICENSE_KEY }

const iso = (time: number) => new Date(time).toISOString()
