import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { enrollmentKeys } from '#contract/licensing/enrollment-keys.ts'
import { normalizeFingerprint } from '#contract/licensing/fingerprints.ts'
import { limitDevices } from '#server/licensing/devices/budgets.ts'
import { openDeviceContext } from '#server/licensing/devices/device-context.ts'
import { answerDevices, grant } from '#server/licensing/devices/refusals.ts'
import { ownerOf } from '#server/licensing/licenses/creation.ts'
import { actorOf, strangerOf } from '#server/platform/actor.ts'
import { scopeOf, userOf } from '#server/platform/http/access.ts'
import { pageFrom, sendPage } from '#server/platform/http/lists/pages.ts'
import type { Platform } from '#server/platform/platform.ts'
import { changeKey, createKey, removeKey } from './actions.ts'
import { enroll } from './enroll.ts'
import { countKeys, selectKeys } from './queries.ts'

export const enrollmentRoutes =
  ({ db }: Platform, forDevices: Platform): FastifyPluginAsyncZod =>
  async (app) => {
    await app.register(enrollRoutes(forDevices))

    app.route({
      ...enrollmentKeys.list,
      handler: async (request, reply) => {
        const scope = scopeOf(userOf(request))
        const page = await pageFrom(selectKeys(db, scope, request.query), countKeys(db, scope))
        return sendPage(request, reply, page)
      },
    })

    app.route({
      ...enrollmentKeys.create,
      handler: async (request, reply) => {
        const { organizationId, ...draft } = request.body
        const owner = ownerOf(userOf(request), organizationId)
        return reply.code(201).send(await createKey(db, actorOf(request), owner, draft))
      },
    })

    app.route({
      ...enrollmentKeys.change,
      handler: (request) => {
        const target = { scope: scopeOf(userOf(request)), id: request.params.id }
        return changeKey(db, actorOf(request), target, request.body)
      },
    })

    app.route({
      ...enrollmentKeys.remove,
      handler: async (request) => {
        await removeKey(db, actorOf(request), { scope: scopeOf(userOf(request)), id: request.params.id })
        return { message: 'Enrollment key deleted' }
      },
    })
  }

const enrollRoutes =
  (platform: Platform): FastifyPluginAsyncZod =>
  async (app) => {
    const context = await openDeviceContext(platform)
    answerDevices(app)
    const { spendDevice, spendGuess } = limitDevices(app, platform.limits)

    app.route({
      ...enrollmentKeys.enroll,
      handler: async (request, reply) => {
        const { body } = request
        // Many devices share one key.
        spendDevice(normalizeFingerprint(body.deviceFingerprint))
        const { tokens, ...answer } = await enroll(context, strangerOf(request, 'device', body.deviceName), body)
        await spendGuess(request, answer.decision)
        return grant(reply, answer, tokens)
      },
    })
  }
