import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { downloads } from '#contract/releases/downloads.ts'
import { actorOf } from '#server/platform/actor.ts'
import { userOf } from '#server/platform/http/access.ts'
import type { Platform } from '#server/platform/platform.ts'
import { sendObject } from '#server/platform/storage/send.ts'
import { readDownload, startDownload } from './actions.ts'
import { findLatestNotes, selectDownloads } from './queries.ts'

export const downloadRoutes =
  (platform: Platform): FastifyPluginAsyncZod =>
  async (app) => {
    const { db, objects } = platform

    app.route({ ...downloads.list, handler: () => selectDownloads(db) })

    app.route({ ...downloads.releaseNotes, handler: async () => (await findLatestNotes(db)) ?? null })

    app.route({
      ...downloads.file,
      handler: (request) => startDownload(platform, actorOf(request), userOf(request), request.params.id),
    })

    app.route({
      ...downloads.fetch,
      handler: async (request, reply) => {
        const file = await readDownload(platform, { ...request.params, ...request.query })
        return sendObject(objects, request, reply, file)
      },
    })
  }
