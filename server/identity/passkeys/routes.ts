import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { passkeys } from '#contract/identity/passkeys.ts'
import { createVisits } from '#server/identity/session/visits.ts'
import { actorOf } from '#server/platform/actor.ts'
import { userOf } from '#server/platform/http/access.ts'
import type { Platform } from '#server/platform/platform.ts'
import { confirmByPasskey, startConfirmation } from './confirm.ts'
import { addPasskey, removePasskey, renamePasskey, startAdding } from './own-passkeys.ts'
import { signInByPasskey, startSignIn } from './sign-in.ts'

export const passkeyRoutes =
  (platform: Platform): FastifyPluginAsyncZod =>
  async (app) => {
    const { visitOf, welcome } = createVisits(platform.config)

    app.route({ ...passkeys.signInOptions, handler: (request) => startSignIn(platform, visitOf(request)) })

    app.route({
      ...passkeys.signIn,
      handler: async (request, reply) =>
        welcome(reply, await signInByPasskey(platform, visitOf(request), request.body)),
    })

    app.route({ ...passkeys.confirmOptions, handler: (request) => startConfirmation(platform, userOf(request)) })

    app.route({
      ...passkeys.confirm,
      handler: (request) => confirmByPasskey(platform, actorOf(request), userOf(request), request.body.credential),
    })

    app.route({
      ...passkeys.creationOptions,
      handler: (request) => startAdding(platform, actorOf(request), userOf(request), request.body),
    })

    app.route({
      ...passkeys.add,
      handler: async (request, reply) => {
        const visit = { ...visitOf(request), actor: actorOf(request) }
        return reply.code(201).send(await addPasskey(platform, visit, userOf(request), request.body.credential))
      },
    })

    app.route({
      ...passkeys.rename,
      handler: (request) => renamePasskey(platform, actorOf(request), userOf(request), request.params.id, request.body),
    })

    app.route({
      ...passkeys.remove,
      handler: async (request) => {
        await removePasskey(platform, actorOf(request), userOf(request), request.params.id)
        return { message: 'Passkey removed' }
      },
    })
  }
