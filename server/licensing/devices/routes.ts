import type { FastifyRequest } from 'fastify'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { devices } from '#contract/licensing/devices.ts'
import { strangerOf } from '#server/platform/actor.ts'
import { unauthorized } from '#server/platform/http/errors.ts'
import type { Platform } from '#server/platform/platform.ts'
import { createAvailableUpdates } from '#server/releases/public.ts'
import { checkIn, deactivate, validate } from './actions.ts'
import { activate } from './activation/activation.ts'
import { DEAD_TOKEN } from './activation/lost-token.ts'
import { transfer } from './activation/transfer.ts'
import { limitDevices } from './budgets.ts'
import { createCheckInLog } from './check-ins.ts'
import { createFactsReader } from './decision/queries.ts'
import { openDeviceContext } from './device-context.ts'
import { answerDevices, grant, refuse } from './refusals.ts'

export const deviceRoutes =
  (platform: Platform): FastifyPluginAsyncZod =>
  async (app) => {
    const { db, pool, limits, validations } = platform
    const checkIns = createCheckInLog(pool, app.log)
    const context = { ...(await openDeviceContext(platform)), checkIns, availableUpdate: createAvailableUpdates(db) }
    const factsForValidation = createFactsReader(validations, 'key')
    app.addHook('onClose', checkIns.flush)
    answerDevices(app)

    const { spendDevice, spendKey, spendGuess } = limitDevices(app, limits)

    app.route({
      ...devices.validate,
      handler: async (request) => {
        spendKey(request.body.licenseKey)
        const decision = await validate({ factsByKey: factsForValidation }, request.body)
        await spendGuess(request, decision)
        return decision
      },
    })

    app.route({
      ...devices.activate,
      handler: async (request, reply) => {
        spendKey(request.body.licenseKey)
        const actor = strangerOf(request, 'device', request.body.deviceName)
        const { tokens, ...answer } = await activate(context, actor, request.body)
        await spendGuess(request, answer.decision)
        return grant(reply, answer, tokens)
      },
    })

    app.route({
      ...devices.checkIn,
      handler: async (request, reply) => {
        const token = tokenOf(request)
        spendDevice(token)
        const actor = strangerOf(request, 'device', request.body.deviceName)
        const { updates, ...answer } = await checkIn(context, actor, token, request.body)
        return grant(reply, answer, updates)
      },
    })

    app.route({
      ...devices.transfer,
      handler: async (request, reply) => {
        const token = tokenOf(request)
        spendDevice(token)
        const actor = strangerOf(request, 'device', request.body.deviceName)
        const { tokens, ...answer } = await transfer(context, actor, token, request.body)
        return grant(reply, answer, tokens)
      },
    })

    app.route({
      ...devices.deactivate,
      handler: async (request, reply) => {
        const { body } = request
        if ('licenseKey' in body) spendKey(body.licenseKey)
        else spendDevice(body.deviceToken)
        const refused = await deactivate(context, strangerOf(request, 'device'), body)
        await spendGuess(request, refused?.decision)
        return refused ? refuse(reply, refused) : { message: 'This device no longer uses a license.' }
      },
    })
  }

/** 'Device TOKEN', with the scheme in any case. */
function tokenOf({ headers }: FastifyRequest) {
  const token = /^device +([\w-]{1,100})$/i.exec(headers.authorization ?? '')?.[1]
  if (!token) throw unauthorized(DEAD_TOKEN)
  return token
}
