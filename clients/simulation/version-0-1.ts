import { randomUUID } from 'node:crypto'
import { verifyLicenseFile, type TrustedKeys } from '#clients/typescript/license-file.ts'

const HOUR = 3_600_000

type Answer = { code: string; nonce: string; deviceToken?: string; licenseFile?: string }
type Options = { name: string; server: string; keys: TrustedKeys; now: () => number; deviceFingerprint: string }

/**
 * The client of version 0.1, frozen: it sends neither reason nor kids, and no fingerprint with a check-in. It keeps its key
 * and token after any answer, and activates with the key if the server doesn't know its token.
 */
export function bootVersion01({ name, server, keys, now, deviceFingerprint }: Options) {
  let state: { licenseKey?: string; deviceToken?: string; licenseFile?: string; next?: number } = {}
  const device = { deviceName: name, deviceOs: 'Windows 10' }

  async function ask(call: string, body: object, headers: Record<string, string> = {}): Promise<Answer> {
    const nonce = randomUUID()
    const response = await fetch(new URL(`/api/device/${call}`, server), {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify({ ...body, nonce }),
    })
    const answer = (await response.json()) as Answer
    return { ...answer, code: answer.nonce === nonce ? answer.code : 'SERVER_ERROR' }
  }

  function applyAnswer({ licenseFile, deviceToken, nonce }: Answer, licenseKey?: string) {
    if (licenseFile === undefined) return
    const { file } = verifyLicenseFile(licenseFile, { keys, deviceFingerprint })
    if (!file) return
    const check = { keys, deviceFingerprint, licenseKey, nonce, now: new Date(file.issuedAt) }
    const { valid, code } = verifyLicenseFile(licenseFile, check)
    if (['WRONG_DEVICE', 'WRONG_LICENSE', 'REPLAY'].includes(code)) return
    if (!valid && state.licenseFile === undefined) return
    state = { ...state, licenseFile, ...(valid && { licenseKey }), ...(deviceToken !== undefined && { deviceToken }) }
    state.next = now() + (valid ? 21.6 : 1) * HOUR
  }

  const activate = (licenseKey: string) => ask('activate', { licenseKey, deviceFingerprint, ...device })

  return {
    activate: async (licenseKey: string) => {
      const answer = await activate(licenseKey)
      applyAnswer(answer, licenseKey)
      return answer.code
    },
    tick: async () => {
      const { licenseKey, deviceToken, next = 0 } = state
      if (deviceToken === undefined || now() < next) return
      const answer = await ask('check-in', device, { authorization: `Device ${deviceToken}` })
      const isUnknown = answer.code === 'NOT_ACTIVATED' && licenseKey !== undefined
      applyAnswer(isUnknown ? await activate(licenseKey) : answer, licenseKey)
    },
    mayRun: () =>
      state.licenseFile !== undefined &&
      verifyLicenseFile(state.licenseFile, { keys, deviceFingerprint, now: new Date(now()) }).valid,
  }
}
