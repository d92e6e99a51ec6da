import type { FastifyRequest } from 'fastify'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { TEAM_REQUIRED, team } from '#contract/identity/team.ts'
import { createVisits } from '#server/identity/session/visits.ts'
import { actorOf } from '#server/platform/actor.ts'
import { userOf } from '#server/platform/http/access.ts'
import { forbidden } from '#server/platform/http/errors.ts'
import { pageFrom, sendPage } from '#server/platform/http/lists/pages.ts'
import type { Platform } from '#server/platform/platform.ts'
import { countInvitations, selectInvitations } from './invitation-queries.ts'
import { invite, resendInvitation, revokeInvitation } from './invitations.ts'
import { acceptInvitation, readInvitation } from './joining.ts'
import { changeRole, reactivateMember, removeMember } from './members.ts'
import { changeMfaRule, readMfaRule } from './mfa-rule.ts'
import { countMembers, selectMembers } from './queries.ts'

export const teamRoutes =
  (platform: Platform): FastifyPluginAsyncZod =>
  async (app) => {
    const { db } = platform

    app.route({
      ...team.members,
      handler: async (request, reply) => {
        const { organizationId } = administratorOf(request)
        const page = await pageFrom(
          selectMembers(db, organizationId, request.query),
          countMembers(db, organizationId, request.query),
        )
        return sendPage(request, reply, page)
      },
    })

    app.route({
      ...team.changeRole,
      handler: (request) => changeRole(db, changeOf(request, request.params), request.body.role),
    })
    app.route({ ...team.remove, handler: (request) => removeMember(db, changeOf(request, request.params)) })
    app.route({ ...team.reactivate, handler: (request) => reactivateMember(db, changeOf(request, request.params)) })

    app.route({
      ...team.mfaRule,
      handler: (request) => readMfaRule(db, administratorOf(request).organizationId),
    })
    app.route({
      ...team.changeMfaRule,
      handler: (request) =>
        changeMfaRule(db, { ...administratorOf(request), user: userOf(request) }, request.body.isRequired),
    })

    app.route({
      ...team.invitations,
      handler: async (request, reply) => {
        const { organizationId } = administratorOf(request)
        const page = await pageFrom(
          selectInvitations(db, organizationId, request.query),
          countInvitations(db, organizationId, request.query),
        )
        return sendPage(request, reply, page)
      },
    })

    app.route({
      ...team.invite,
      handler: async (request, reply) =>
        reply.code(201).send(await invite(platform, administratorOf(request), request.body)),
    })
    app.route({
      ...team.resend,
      handler: (request) => resendInvitation(platform, administratorOf(request), request.params.id),
    })
    app.route({
      ...team.revoke,
      handler: async (request) => {
        await revokeInvitation(db, administratorOf(request), request.params.id)
        return { message: 'Invitation revoked' }
      },
    })
    await app.register(joiningRoutes(platform))
  }

const joiningRoutes =
  (platform: Platform): FastifyPluginAsyncZod =>
  async (app) => {
    const { visitOf, welcome } = createVisits(platform.config)

    app.route({
      ...team.invitation,
      handler: (request) => readInvitation(platform, request.ip, request.params.token),
    })

    app.route({
      ...team.accept,
      handler: async (request, reply) => {
        const joined = await acceptInvitation(platform, visitOf(request), request.body)
        return reply.code(201).send(welcome(reply, joined))
      },
    })
  }

/** Of an organization: admins of the vendor have no team. */
export function administratorOf(request: FastifyRequest) {
  const { organizationId, ...caller } = userOf(request)
  if (!organizationId) throw forbidden(TEAM_REQUIRED)
  return { ...caller, organizationId, actor: actorOf(request) }
}

const changeOf = (request: FastifyRequest, { id }: { id: string }) => ({ ...administratorOf(request), id })
