import type { FastifyInstance, FastifyReply } from 'fastify'
import type { Platform } from '#server/platform/platform.ts'
import { unknownAddress } from '#server/platform/http/errors.ts'
import { createPages } from './pages/pages.ts'

const schema = { hide: true } as const
const open = { schema, config: { access: 'public' } } as const
const forStaff = { schema, config: { access: 'staff' } } as const

type Named = { Params: { name: string } }

/** The documentation of the API: guides, reference and OpenAPI document for everyone, and all calls on one page for staff. */
export const developerRoutes =
  ({ config: { productName, publicUrl } }: Platform, webPage: string | undefined) =>
  async (app: FastifyInstance) => {
    const { document, style, guides, tags, forStaff: staffPage } = createPages({ productName, publicUrl, webPage })
    const guide = guides.get('')

    app.get('/developers', open, async (_request, reply) => sendPage(reply, guide))
    app.get('/developers/style.css', open, async (_request, reply) => send(reply, 'text/css', await style()))
    app.get('/developers/openapi.json', open, async (_request, reply) =>
      send(reply, 'application/json', await document()),
    )
    app.get<Named>('/developers/:name', open, async ({ params }, reply) => sendPage(reply, guides.get(params.name)))
    app.get<Named>('/developers/reference/:name', open, async ({ params }, reply) =>
      sendPage(reply, tags.get(params.name)),
    )

    app.get('/reference/openapi.json', forStaff, async (_request, reply) =>
      send(reply, 'application/json', await document(), 'no-store'),
    )
    app.get('/reference', forStaff, async (_request, reply) => send(reply, 'text/html', await staffPage(), 'no-store'))
  }

async function sendPage(reply: FastifyReply, page: (() => Promise<string>) | undefined) {
  if (!page) throw unknownAddress()
  return send(reply, 'text/html', await page())
}

const send = (reply: FastifyReply, type: string, text: string, caching = 'public, max-age=300') =>
  reply.header('cache-control', caching).type(`${type}; charset=utf-8`).send(text)
