import type { FastifyInstance, FastifyRequest } from 'fastify'
import { normalizeLicenseKey, type Decision } from '#contract/licensing/devices.ts'
import { addressKey } from '#server/platform/http/limits/address-key.ts'
import { createCallBudget } from '#server/platform/http/limits/call-budget.ts'
import type { Limits } from '#server/platform/http/limits/limits.ts'

export const CALLS_BY_KEY = { calls: 60, seconds: 60 }
export const CALLS_BY_ADDRESS = { calls: 600_000, seconds: 60 }

/** Limits the calls of each address. A device calls a few times a day, but one address may be an office with thousands. */
export function limitDevices(app: FastifyInstance, limits: Limits) {
  const { spend: spendDevice } = createCallBudget(CALLS_BY_KEY)
  const addresses = createCallBudget(CALLS_BY_ADDRESS)
  app.addHook('onRequest', ({ ip }, _reply, done) => {
    addresses.spend(addressKey(ip))
    done()
  })
  return {
    spendDevice,
    spendKey: (licenseKey: string) => spendDevice(normalizeLicenseKey(licenseKey)),
    /** Limits guessing. Devices of the same office with valid keys are not counted. */
    spendGuess: async ({ ip }: FastifyRequest, decision: Decision | undefined) => {
      if (decision?.code === 'NOT_FOUND') await limits.spend('unknown license key by address', ip)
    },
  }
}
