import type { FastifyInstance } from 'fastify'
import type { Platform } from '#server/platform/platform.ts'
import { describeApi, type ApiDocument } from './document/document.ts'
import { referencePage } from './reference-page.ts'

const schema = { hide: true } as const
const open = { schema, config: { access: 'public' } } as const
const forStaff = { schema, config: { access: 'staff' } } as const

/** The documentation of the API: the OpenAPI document for everyone, and a page of it for staff. */
export const developerRoutes =
  ({ config: { productName } }: Platform) =>
  async (app: FastifyInstance) => {
    let made: Promise<ApiDocument> | undefined
    const document = () => (made ??= describeApi(productName))

    app.get('/developers/openapi.json', open, async (_request, reply) =>
      reply.header('cache-control', 'no-cache').send(await document()),
    )
    app.get('/reference/openapi.json', forStaff, async (_request, reply) =>
      reply.header('cache-control', 'no-store').send(await document()),
    )
    app.get('/reference', forStaff, async (_request, reply) =>
      reply
        .header('cache-control', 'no-store')
        .type('text/html; charset=utf-8')
        .send(referencePage(await document())),
    )
  }
