import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { users } from '#contract/identity/users.ts'
import { actorOf } from '#server/platform/actor.ts'
import { sendPage } from '#server/platform/http/lists/pages.ts'
import type { Platform } from '#server/platform/platform.ts'
import { endSessions, mailPasswordReset, mailVerification, resetMfa } from './account-recovery.ts'
import { activateUser, reactivateUser, suspendUser } from './actions.ts'
import { declineUser } from './decline.ts'
import { readUser } from './details-queries.ts'
import { replaceEmail } from './email-replacement.ts'
import { findUsers, summarizeUsers } from './queries.ts'
import { addStaff, changeRole } from './staff.ts'

export const userRoutes =
  (platform: Platform): FastifyPluginAsyncZod =>
  async (app) => {
    const { db, config } = platform

    app.route({
      ...users.list,
      handler: async (request, reply) => sendPage(request, reply, await findUsers(db, request.query)),
    })

    app.route({ ...users.summary, handler: () => summarizeUsers(db) })

    app.route({
      ...users.read,
      handler: (request) => readUser(db, request.params.id, config.sessions),
    })

    app.route({
      ...users.addStaff,
      handler: async (request, reply) => reply.code(201).send(await addStaff(platform, actorOf(request), request.body)),
    })

    app.route({
      ...users.changeRole,
      handler: (request) => changeRole(platform, actorOf(request), request.params.id, request.body.role),
    })

    app.route({
      ...users.activate,
      handler: (request) => activateUser(platform, actorOf(request), request.params.id),
    })

    app.route({
      ...users.decline,
      handler: (request) => declineUser(platform, actorOf(request), { ...request.params, ...request.body }),
    })

    app.route({
      ...users.suspend,
      handler: (request) => suspendUser(platform, actorOf(request), { ...request.params, ...request.body }),
    })

    app.route({
      ...users.reactivate,
      handler: (request) => reactivateUser(platform, actorOf(request), request.params.id),
    })

    app.route({
      ...users.mailVerification,
      handler: (request) => mailVerification(platform, actorOf(request), request.params.id),
    })

    app.route({
      ...users.mailPasswordReset,
      handler: (request) => mailPasswordReset(platform, actorOf(request), request.params.id),
    })

    app.route({
      ...users.replaceEmail,
      handler: (request) => replaceEmail(platform, actorOf(request), { ...request.params, ...request.body }),
    })

    app.route({
      ...users.resetMfa,
      handler: (request) => resetMfa(platform, actorOf(request), request.params.id),
    })

    app.route({
      ...users.endSessions,
      handler: (request) => endSessions(platform, actorOf(request), request.params.id),
    })
  }
