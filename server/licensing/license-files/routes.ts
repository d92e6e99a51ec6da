import type { FastifyReply } from 'fastify'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { OFFLINE_DAYS, licenseFiles, NOT_A_REQUEST, OfflineRequestContent } from '#contract/licensing/license-files.ts'
import { limitDevices } from '#server/licensing/devices/budgets.ts'
import { openDeviceContext, type DeviceContext } from '#server/licensing/devices/device-context.ts'
import { answerDevices, refuse } from '#server/licensing/devices/refusals.ts'
import { readArmour } from '#server/licensing/signing/armour.ts'
import { createKeyList } from '#server/licensing/signing/signing-keys.ts'
import { actorOf, strangerOf } from '#server/platform/actor.ts'
import { scopeOf, userOf } from '#server/platform/http/access.ts'
import { badRequest } from '#server/platform/http/errors.ts'
import { isUnchanged } from '#server/platform/http/answers/tags.ts'
import type { Platform } from '#server/platform/platform.ts'
import { answerRequest, makeFile } from './actions.ts'
import { createRevocationList } from './revocations.ts'

export const licenseFileRoutes =
  (platform: Platform): FastifyPluginAsyncZod =>
  async (app) => {
    const context = await openDeviceContext(platform)
    await app.register(deviceFileRoutes(platform, context))

    app.route({
      ...licenseFiles.make,
      handler: (request) => {
        const target = { scope: scopeOf(userOf(request)), id: request.params.id }
        return makeFile(context, actorOf(request), target, request.body)
      },
    })
  }

const deviceFileRoutes =
  ({ db, seal, pool, limits }: Platform, context: DeviceContext): FastifyPluginAsyncZod =>
  async (app) => {
    answerDevices(app)
    const { spendKey, spendGuess } = limitDevices(app, limits)
    const listKeys = createKeyList({ db, seal })
    const listRevocations = createRevocationList(pool, context)

    app.route({
      ...licenseFiles.keys,
      handler: async (request, reply) => {
        const { etag, keys } = await listKeys()
        reply.header('etag', etag)
        return isUnchanged(request, etag, 'tagged') ? unchanged(reply) : { keys }
      },
    })

    app.route({ ...licenseFiles.revocations, handler: () => listRevocations() })

    app.route({
      ...licenseFiles.offlineRequest,
      handler: async (request, reply) => {
        const { request: text, ttlDays = OFFLINE_DAYS.default } = request.body
        const content = readRequest(text)
        spendKey(content.licenseKey)
        const actor = strangerOf(request, 'device', content.deviceName)
        const { file, ...answer } = await answerRequest(context, actor, content, ttlDays)
        await spendGuess(request, answer.decision)
        return file ? { ...answer.decision, file } : refuse(reply, answer)
      },
    })
  }

const unchanged = (reply: FastifyReply) => reply.code(304).send()

function readRequest(text: string): OfflineRequestContent {
  const { data } = OfflineRequestContent.safeParse(readArmour('LICENSE REQUEST', text))
  if (!data) throw badRequest(NOT_A_REQUEST, { request: NOT_A_REQUEST })
  return data
}
