import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { paymentProofs } from '#contract/billing/payment-proofs.ts'
import { actorOf } from '#server/platform/actor.ts'
import { userOf } from '#server/platform/http/access.ts'
import type { Platform } from '#server/platform/platform.ts'
import { sendObject } from '#server/platform/storage/send.ts'
import { readProofFile, readProofs, sendProof } from './actions.ts'

export const paymentProofRoutes =
  (platform: Platform): FastifyPluginAsyncZod =>
  async (app) => {
    const { db, objects } = platform

    app.route({
      ...paymentProofs.list,
      handler: (request) => readProofs(db, userOf(request), request.params.id),
    })

    app.route({
      ...paymentProofs.create,
      handler: async (request, reply) => {
        const { params, body } = request
        return reply.code(201).send(await sendProof(platform, actorOf(request), userOf(request), params.id, body))
      },
    })

    app.route({
      ...paymentProofs.file,
      handler: async (request, reply) => {
        const file = await readProofFile(db, userOf(request), { ...request.params, ...request.query })
        return sendObject(objects, request, reply, file)
      },
    })
  }
