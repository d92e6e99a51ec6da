import { LICENSE_KEY, UUID, at } from './examples.ts'
import type { RuleAnswer, RuleEvent, RuleInput } from './play-rule.ts'
import { LATER, NONCE, type FileName } from './rule-files.ts'
import { publicKeyOf } from './signing.ts'

export const running = {
  licenseKey: LICENSE_KEY,
  deviceToken: 'token-1',
  updateToken: 'updates-1',
  licenseFile: 'file:first',
  lastSeen: at({}),
  attempt: { at: at({}), failures: 0, next: at({ hours: LATER - 1 }) },
  notice: { code: 'VALID', warnings: [], update: null },
}

type Body = Record<string, unknown>

const TRANSIENT = ['RATE_LIMITED', 'SERVER_ERROR']
const decision = (code: string, more: Body): Body => ({
  valid: code === 'VALID',
  code,
  detail: `The sentence of ${code}.`,
  conclusive: !TRANSIENT.includes(code),
  warnings: [],
  nonce: NONCE,
  ...more,
})

export const refuse = (status: number, code: string, licenseFile?: FileName): RuleAnswer => ({
  status,
  body: decision(code, licenseFile ? { licenseFile } : {}),
})
export const allow = (licenseFile: FileName, more: Body = {}): RuleAnswer => ({
  status: 200,
  body: decision('VALID', { licenseFile, updateToken: 'updates-1', ...more }),
})
export const activated = (licenseFile: FileName) =>
  allow(licenseFile, { deviceToken: 'token-2', updateToken: 'updates-2' })

/** `expected`: the status code, then the names of the values stored afterwards. `features`: those of the status. */
export type Rule = RuleInput & { name: string; expected: string; features?: string[] }

export const ALL = 'licenseKey deviceToken updateToken licenseFile lastSeen notice'

export const typed = (key = LICENSE_KEY): RuleEvent => ({ do: 'activate', key, reason: 'typed' })

/** A look at a running device when its check-in is due, unless `given` says otherwise. */
export const rule = (name: string, expected: string, given: Partial<RuleInput>): Rule => ({
  name,
  expected,
  keys: { 'rfc8032-1': publicKeyOf('rfc8032-1'), 'rfc8032-2': publicKeyOf('rfc8032-2') },
  deviceFingerprint: UUID,
  now: at({ hours: LATER }),
  state: running,
  storeFails: false,
  event: { do: 'look' },
  answers: [],
  ...given,
})
