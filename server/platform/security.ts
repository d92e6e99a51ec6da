import helmet from '@fastify/helmet'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { HttpError, forbidden } from './errors.ts'

type Options = { publicUrl: string; scriptHashes: string[]; styleHashes: string[]; uploadOrigins: string[] }

const none = ["'none'"]
const self = ["'self'"]

/** The headers every answer carries. The hashes are those of the page's own inline scripts and styles. */
export async function secureHeaders(
  app: FastifyInstance,
  { publicUrl, scriptHashes, styleHashes, uploadOrigins }: Options,
) {
  await app.register(helmet, {
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: self,
        scriptSrc: [...self, ...scriptHashes],
        styleSrc: [...self, ...styleHashes],
        imgSrc: [...self, 'data:', 'blob:'],
        connectSrc: [...self, ...uploadOrigins],
        objectSrc: none,
        baseUri: none,
        formAction: self,
        frameAncestors: none,
      },
    },
    // Only a promise the proxy can keep: never on plain http.
    strictTransportSecurity: publicUrl.startsWith('https:') && { maxAge: 31_536_000, includeSubDomains: true },
    referrerPolicy: { policy: 'same-origin' },
    xFrameOptions: { action: 'deny' },
  })
  app.addHook('onRequest', async ({ url }, reply) => {
    reply.header('permissions-policy', 'camera=(), geolocation=(), microphone=(), payment=(), usb=()')
    if (url.startsWith('/api/')) reply.headers(API_HEADERS)
  })
}

/** Answers of the API are for their caller alone, and never a page. */
const API_HEADERS = {
  'cache-control': 'no-store',
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
}

const SAFE = new Set(['GET', 'HEAD', 'OPTIONS'])

/**
 * Refuses what another site makes a browser send. A browser names the origin of every request that changes something;
 * a caller that names none is no browser and carries nobody's cookie by accident.
 */
export function refuseForeignOrigins(app: FastifyInstance, publicUrl: string) {
  app.addHook('onRequest', async (request) => {
    if (SAFE.has(request.method)) return
    const { origin, 'sec-fetch-site': site } = request.headers
    if (origin !== undefined && origin !== publicUrl && origin !== ownOrigin(request)) throw forbidden(FOREIGN)
    if (site !== undefined && site !== 'same-origin' && site !== 'none') throw forbidden(FOREIGN)
    // Unpacking a small body into a huge one is a way to fill the memory.
    if (request.headers['content-encoding']) throw new HttpError(415, 'Compressed request bodies are not accepted')
  })
}

const FOREIGN = 'This request comes from another site'

const ownOrigin = ({ protocol, host }: FastifyRequest) => `${protocol}://${host}`
