import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { enrollmentKeys } from '#contract/licensing/enrollment-keys.ts'
import { normalizeFingerprint } from '#contract/licensing/fingerprints.ts'
import { createDeviceBudgets } from '#server/licensing/devices/budgets.ts'
import { openDesk } from '#server/licensing/devices/desk.ts'
import { answerDevice, refuse } from '#server/licensing/devices/refusals.ts'
import { strangerOf } from '#server/platform/actor.ts'
import type { Platform } from '#server/platform/platform.ts'
import { enroll } from './enroll.ts'

/** What devices do with the keys: answered like every other call of theirs. */
export const enrollRoutes =
  (platform: Platform): FastifyPluginAsyncZod =>
  async (app) => {
    const desk = await openDesk(platform)
    app.setErrorHandler(answerDevice)
    const { spendAddress, spendDevice, spendGuess } = createDeviceBudgets(platform.limits)
    app.addHook('onRequest', async ({ ip }) => spendAddress(ip))

    app.route({
      ...enrollmentKeys.enroll,
      handler: async (request, reply) => {
        const { body } = request
        // A roll-out has one key and thousands of devices.
        spendDevice(normalizeFingerprint(body.deviceFingerprint))
        const { tokens, ...answer } = await enroll(desk, strangerOf(request, 'device', body.deviceName), body)
        const { decision, licenseFile } = answer
        await spendGuess(request, decision)
        return tokens && licenseFile ? { ...decision, ...tokens, licenseFile } : refuse(reply, answer)
      },
    })
  }
