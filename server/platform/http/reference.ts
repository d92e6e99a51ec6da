import swagger from '@fastify/swagger'
import type { FastifyInstance } from 'fastify'
import { jsonSchemaTransform } from 'fastify-type-provider-zod'
import type { OpenAPIV3 } from 'openapi-types'

const access = { access: 'staff' } as const

/** Serves the OpenAPI document, generated from the endpoint declarations, and a page to read it. For staff. */
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

const METHODS = ['get', 'post', 'patch', 'put', 'delete'] as const

const escape = (text: string) => text.replace(/[&<>"]/g, (character) => `&#${character.charCodeAt(0)};`)

/** A page without scripts or styles, for any browser and the strictest policy. */
export function referencePage({ info, paths }: OpenAPIV3.Document) {
  const calls = Object.entries(paths).flatMap(([path, item]) =>
    METHODS.flatMap((method) => (item?.[method] ? [describeCall(method, path, item[method])] : [])),
  )
  return `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${escape(info.title)}</title></head>
<body>
<h1>${escape(info.title)}</h1>
<p>Also as <a href="/reference/openapi.json">OpenAPI document</a>.</p>
${calls.join('\n')}
</body>
</html>`
}

function describeCall(
  method: string,
  path: string,
  { summary = '', parameters = [], requestBody, responses }: OpenAPIV3.OperationObject,
) {
  const names = parameters.flatMap((parameter) => ('name' in parameter ? [`${parameter.name} (${parameter.in})`] : []))
  const answers = Object.entries(responses).map(([status, response]) => shape(`Answer ${status}`, response))
  return `<article>
<h2><code>${method.toUpperCase()} ${escape(path)}</code></h2>
<p>${escape(summary)}</p>
${names.length > 0 ? `<p>Parameters: ${escape(names.join(', '))}</p>` : ''}
${requestBody ? shape('Body', requestBody) : ''}
${answers.join('\n')}
</article>`
}

type Content = OpenAPIV3.ReferenceObject | OpenAPIV3.RequestBodyObject | OpenAPIV3.ResponseObject

function shape(title: string, part: Content) {
  const schema = 'content' in part ? part.content?.['application/json']?.schema : undefined
  if (!schema) return ''
  return `<details><summary>${title}</summary><pre>${escape(JSON.stringify(schema, null, 2))}</pre></details>`
}
