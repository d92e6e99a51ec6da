import { Readable } from 'node:stream'
import type { FastifyInstance } from 'fastify'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { NOT_YOUR_ROLE } from '#contract/errors.ts'
import { UploadRequest, canUpload, uploads } from '#contract/releases/uploads.ts'
import { userOf } from '#server/platform/http/access.ts'
import { badRequest, forbidden } from '#server/platform/http/errors.ts'
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
        const { id: userId, role, organizationId } = userOf(request)
        if (!canUpload(role, purpose)) throw forbidden(NOT_YOUR_ROLE)
        const upload = await objects.requestUpload({ userId, organizationId, purpose, fileName, size })
        return { ...upload, uploadURL: new URL(upload.uploadURL, config.publicUrl).href }
      },
    })

    await app.register(receiveFiles(objects))
  }

/** A separate scope, because elsewhere bodies are JSON. */
const receiveFiles =
  (objects: Platform['objects']): FastifyPluginAsyncZod =>
  async (app) => {
    keepRawBodies(app)
    app.route({
      ...uploads.put,
      handler: async ({ params, query, headers, body, raw }) => {
        // From here the reader enforces the idle timeout: reading an earlier part again takes time.
        raw.setTimeout(0)
        const bytes = body instanceof Readable ? body : Readable.from([])
        await objects.receive({ ...params, ...query }, stretchOf(headers), bytes)
        return { message: 'File uploaded' }
      },
    })
    app.route({ ...uploads.progress, handler: ({ params, query }) => objects.progressOf({ ...params, ...query }) })
  }

type Headers = { 'content-length'?: string | undefined; 'content-range'?: string | undefined }

/** Without a range, the body is the whole file. */
function stretchOf({ 'content-length': length, 'content-range': range }: Headers) {
  const announced = length === undefined ? undefined : Number(length)
  if (range === undefined) return { from: 0, total: announced }
  const [, first, last, size] = /^bytes (?:(\d+)-(\d+)|\*)\/(\d+)$/.exec(range) ?? []
  const total = Number(size)
  const from = first === undefined ? total : Number(first)
  const isToTheEnd = last === undefined || Number(last) === total - 1
  if (!isToTheEnd || from > total || (announced ?? total - from) !== total - from)
    throw badRequest('Content-Range must lead to the end of the file and fit what is sent.')
  return { from, total }
}

/** Streams bodies of any content type. */
function keepRawBodies(app: FastifyInstance) {
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('*', (_request, payload, done) => done(null, payload))
}
