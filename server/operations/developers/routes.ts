import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Platform } from '#server/platform/platform.ts'
import { PUBLIC_HIDDEN } from '#server/platform/http/access.ts'
import { sendCompressed, type CompressedText } from '#server/platform/http/answers/compressed.ts'
import { unknownAddress } from '#server/platform/http/errors.ts'
import { createPages } from './pages/pages.ts'

const forStaff = { ...PUBLIC_HIDDEN, config: { access: 'staff' } } as const

const FOR_EVERYONE = 'public, max-age=300'
const FOR_STAFF = 'no-store'

type NameParams = { Params: { name: string } }

/** The documentation of the API: guides, reference and OpenAPI document for everyone, and all calls on one page for staff. */
export const developerRoutes =
  ({ config: { productName, publicUrl } }: Platform, webPage: string | undefined) =>
  async (app: FastifyInstance) => {
    const { document, style, guides, tags, forStaff: staffPage } = createPages({ productName, publicUrl, webPage })
    const json = { text: document, type: 'application/json' }
    const showPage = (request: FastifyRequest, reply: FastifyReply, page: CompressedText | undefined) => {
      if (!page) throw unknownAddress()
      return sendCompressed(request, reply, { text: page, type: 'text/html', caching: FOR_EVERYONE })
    }

    app.get('/developers', PUBLIC_HIDDEN, async (request, reply) => showPage(request, reply, guides.get('')))
    app.get('/developers/style.css', PUBLIC_HIDDEN, async (request, reply) =>
      sendCompressed(request, reply, { text: style, type: 'text/css', caching: FOR_EVERYONE }),
    )
    app.get('/developers/openapi.json', PUBLIC_HIDDEN, async (request, reply) =>
      sendCompressed(request, reply, { ...json, caching: FOR_EVERYONE }),
    )
    app.get<NameParams>('/developers/:name', PUBLIC_HIDDEN, async (request, reply) =>
      showPage(request, reply, guides.get(request.params.name)),
    )
    app.get<NameParams>('/developers/reference/:name', PUBLIC_HIDDEN, async (request, reply) =>
      showPage(request, reply, tags.get(request.params.name)),
    )

    app.get('/reference/openapi.json', forStaff, async (request, reply) =>
      sendCompressed(request, reply, { ...json, caching: FOR_STAFF }),
    )
    app.get('/reference', forStaff, async (request, reply) =>
      sendCompressed(request, reply, { text: staffPage, type: 'text/html', caching: FOR_STAFF }),
    )
  }
