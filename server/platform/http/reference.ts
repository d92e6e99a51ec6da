import swagger from '@fastify/swagger'
import type { FastifyInstance } from 'fastify'
import { jsonSchemaTransform } from 'fastify-type-provider-zod'
import type { OpenAPIV3 } from 'openapi-types'
import { referencePage } from './reference-page.ts'

const access = { access: 'staff' } as const

/** The OpenAPI document, made from the very declarations that mount the endpoints, and a page to read it. For staff. */
export async function describeApi(app: FastifyInstance, productName: string) {
  await app.register(swagger, {
    openapi: { openapi: '3.0.3', info: { title: `${productName} API`, version: '1' } },
    transform: jsonSchemaTransform,
  })
  const document = () => app.swagger() as OpenAPIV3.Document

  app.get('/reference/openapi.json', { config: access, schema: { hide: true } }, async (_request, reply) =>
    reply.header('cache-control', 'no-store').send(document()),
  )
  app.get('/reference', { config: access, schema: { hide: true } }, async (_request, reply) =>
    reply.header('cache-control', 'no-store').type('text/html; charset=utf-8').send(referencePage(document())),
  )
}
