import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { teamwork } from '#contract/support/teamwork.ts'
import { actorOf } from '#server/platform/actor.ts'
import { userOf } from '#server/platform/http/access.ts'
import type { Platform } from '#server/platform/platform.ts'
import { endPresence, followTicket, readFollowers, readPresence, showPresence, snoozeTicket } from './actions.ts'
import { mergeTicket } from './merge.ts'

export const teamworkRoutes =
  (platform: Platform): FastifyPluginAsyncZod =>
  async (app) => {
    const { db } = platform

    app.route({ ...teamwork.presence, handler: (request) => readPresence(db, userOf(request), request.params.id) })

    app.route({
      ...teamwork.present,
      handler: (request) => showPresence(db, userOf(request), request.params.id, request.body.isTyping),
    })

    app.route({ ...teamwork.leave, handler: (request) => endPresence(db, userOf(request), request.params.id) })

    app.route({
      ...teamwork.snooze,
      handler: (request) => {
        const by = { actor: actorOf(request), reader: userOf(request) }
        return snoozeTicket(db, by, request.params.id, request.body.until)
      },
    })

    app.route({
      ...teamwork.merge,
      handler: (request) => {
        const by = { actor: actorOf(request), reader: userOf(request) }
        return mergeTicket(platform, by, request.params.id, request.body.into)
      },
    })

    app.route({ ...teamwork.followers, handler: (request) => readFollowers(db, userOf(request), request.params.id) })

    app.route({
      ...teamwork.follow,
      handler: (request) => followTicket(db, userOf(request), request.params.id, request.body.follows),
    })
  }
