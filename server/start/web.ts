import fastifyStatic from '@fastify/static'
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { createSessionCookie } from '#server/identity/public.ts'
import type { Config } from '#server/platform/config.ts'
import { sha256 } from '#server/platform/hashing.ts'
import { PUBLIC_HIDDEN } from '#server/platform/http/access.ts'
import { compressed, sendCompressed } from '#server/platform/http/answers/compressed.ts'
import { HttpError, unknownAddress } from '#server/platform/http/errors.ts'
import { isCallPath } from '#server/platform/http/security.ts'

const dist = fileURLToPath(new URL('../../dist', import.meta.url))

export async function readWebApp() {
  const page = await readFile(path.join(dist, 'index.html'), 'utf8').catch(() => undefined)
  return page === undefined
    ? undefined
    : { page, scriptHashes: hashesOf(page, 'script'), styleHashes: hashesOf(page, 'style') }
}
export type WebApp = NonNullable<Awaited<ReturnType<typeof readWebApp>>>

function hashesOf(page: string, tag: 'script' | 'style') {
  const inline = page.matchAll(new RegExp(`<${tag}>([\\s\\S]*?)</${tag}>`, 'g'))
  return Array.from(inline, ([, text = '']) => `'sha256-${sha256(text).toString('base64')}'`)
}

/** An extension at the end, or a hidden folder in the path. */
const LOOKS_LIKE_A_FILE = /\/\.|\.[^/]*$/

const NOT_BUILT = 'The web application has not been built. Start the portal with npm start, which builds it.'

/** Makes the portal installable. Icons are in web/public. */
const manifestOf = (name: string) => ({
  name,
  short_name: name,
  start_url: '/',
  display: 'standalone',
  background_color: '#ffffff',
  theme_color: '#3655cd',
  icons: [
    { src: '/icon-192.png', sizes: '192x192', type: 'image/png' },
    { src: '/icon-512.png', sizes: '512x512', type: 'image/png' },
    { src: '/icon-maskable-512.png', sizes: '512x512', type: 'image/png', purpose: 'maskable' },
  ],
})

/** The page, which shows users with a session the frame of their screen before its scripts have loaded. */
const pagesOf = ({ page }: WebApp) => ({
  forGuests: compressed(async () => page),
  forUsers: compressed(async () => page.replace('<html', '<html data-session')),
})

const PAGE = { type: 'text/html', caching: 'no-cache', vary: 'accept-encoding, cookie' } as const

type Settings = Pick<Config, 'productName' | 'publicUrl'>

/** 404 for what starts like a host, such as `//`, and is none. */
function pathOf({ url }: FastifyRequest) {
  const path = URL.parse(url, 'http://page')?.pathname
  if (path === undefined) throw unknownAddress()
  return path
}

/** Files under /assets never change. Other addresses without an extension are the page. */
export async function serveWebApp(app: FastifyInstance, web: WebApp | undefined, settings: Settings) {
  const pages = web && pagesOf(web)
  const cookie = createSessionCookie(settings)
  await app.register(fastifyStatic, { root: dist, serve: false, preCompressed: true, index: false, dotfiles: 'ignore' })

  app.get('/assets/*', PUBLIC_HIDDEN, (request, reply) =>
    reply.sendFile(pathOf(request), { immutable: true, maxAge: '1y' }),
  )

  app.get('/manifest.webmanifest', PUBLIC_HIDDEN, (_request, reply) =>
    reply
      .header('cache-control', 'no-cache')
      .type('application/manifest+json; charset=utf-8')
      .send(JSON.stringify(manifestOf(settings.productName))),
  )

  app.get('/*', PUBLIC_HIDDEN, async (request, reply) => {
    const pathname = pathOf(request)
    if (isCallPath(pathname)) throw unknownAddress()
    if (LOOKS_LIKE_A_FILE.test(pathname)) return reply.sendFile(pathname, { maxAge: '1h' })
    if (!pages) throw new HttpError(404, NOT_BUILT)
    const text = cookie.read(request) === undefined ? pages.forGuests : pages.forUsers
    return sendCompressed(request, reply, { ...PAGE, text })
  })
}
