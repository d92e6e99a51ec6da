import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { files } from '#contract/releases/files.ts'
import { actorOf } from '#server/platform/actor.ts'
import { userOf } from '#server/platform/http/access.ts'
import { basedOn } from '#server/platform/http/answers/tags.ts'
import type { Platform } from '#server/platform/platform.ts'
import { changeVersion, createDraft, writeNotes } from './actions.ts'
import { createAdoption, createUsage } from './adoption.ts'
import { readImpact } from './impact.ts'
import { setLatestVersion } from './latest.ts'
import { listNotes, listVersions } from './queries.ts'

export const fileRoutes =
  (platform: Platform): FastifyPluginAsyncZod =>
  async (app) => {
    app.route({ ...files.versions, handler: () => listVersions(platform.db) })

    app.route({ ...files.releaseNotes, handler: () => listNotes(platform.db) })

    const readAdoption = createAdoption(platform.db)
    app.route({ ...files.adoption, handler: () => readAdoption() })

    const readUsage = createUsage(platform.db)
    app.route({ ...files.usage, handler: () => readUsage() })

    app.route({ ...files.impact, handler: (request) => readImpact(platform, request.params.id) })

    app.route({
      ...files.upload,
      config: { ...files.upload.config, readsFiles: true },
      handler: async (request, reply) =>
        reply.code(201).send(await createDraft(platform, actorOf(request), userOf(request), request.body)),
    })

    app.route({
      ...files.writeNotes,
      handler: async (request, reply) => {
        const { headers, body } = request
        const versions = headers['if-none-match'] ? [] : basedOn(headers)
        return reply.code(201).send(await writeNotes(platform, actorOf(request), body, versions))
      },
    })

    app.route({
      ...files.change,
      config: { ...files.change.config, readsFiles: true },
      handler: (request) =>
        changeVersion(platform, actorOf(request), userOf(request), { ...request.params, ...request.body }),
    })

    app.route({
      ...files.setLatest,
      handler: (request) => setLatestVersion(platform, actorOf(request), request.params.id),
    })
  }
