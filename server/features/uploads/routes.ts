import { Readable } from 'node:stream'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { NO_PERMISSION } from '#contract/errors.ts'
import { UploadRequest, canUpload, uploads } from '#contract/uploads.ts'
import { userOf } from '#server/platform/access.ts'
import { forbidden } from '#server/platform/errors.ts'
import type { Platform } from '#server/platform/platform.ts'

export const uploadRoutes =
  ({ config, objects }: Platform): FastifyPluginAsyncZod =>
  async (app) => {
    app.route({
      ...uploads.request,
      preValidation: async (request) => {
        if (request.body === undefined) request.body = UploadRequest.parse({})
      },
      handler: async (request) => {
        const { purpose, fileName, size } = request.body
        const { id, role } = userOf(request)
        if (!canUpload(role, purpose)) throw forbidden(NO_PERMISSION)
        const upload = await objects.requestUpload({ userId: id, purpose, fileName, size })
        return { ...upload, uploadURL: new URL(upload.uploadURL, originOf(request, config.publicUrl)).href }
      },
    })

    await app.register(receiveFiles(objects))
  }

/** Its own scope: everywhere else a body is JSON. */
const receiveFiles =
  (objects: Platform['objects']): FastifyPluginAsyncZod =>
  async (app) => {
    takeBodiesAsTheyAre(app)
    lingerOverRefused(app)
    app.route({
      ...uploads.put,
      handler: async ({ params, query, headers, body }) => {
        const length = headers['content-length']
        const size = length === undefined ? undefined : Number(length)
        await objects.receive({ ...params, ...query }, size, body instanceof Readable ? body : Readable.from([]))
        return { message: 'File uploaded' }
      },
    })
  }

/** Streamed, never buffered, whatever a body calls itself. */
function takeBodiesAsTheyAre(app: FastifyInstance) {
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('*', (_request, payload, done) => done(null, payload))
}

/** Milliseconds. */
const LINGER = 5000

/**
 * A sender that is refused early is still sending. It is let finish for a moment, into nothing: cut off at once, it would
 * lose the answer that tells why.
 */
function lingerOverRefused(app: FastifyInstance) {
  app.addHook('onSend', async (_request, reply) => {
    reply.removeHeader('connection')
  })
  app.addHook('onResponse', async ({ raw }) => {
    if (raw.complete) return
    const timer = setTimeout(() => raw.destroy(), LINGER)
    raw.once('close', () => clearTimeout(timer)).resume()
  })
}

/** The address this caller reaches the portal by: the published one, or on the own machine another name of it. */
function originOf({ protocol, host }: FastifyRequest, publicUrl: string) {
  return new URL(publicUrl).host === host ? publicUrl : `${protocol}://${host}`
}
