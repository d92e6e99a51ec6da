import type { FastifyReply, FastifyRequest } from 'fastify'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { audienceOf, BLOCK_MAP, PUBLIC_TOKEN, updates, type FeedParams } from '#contract/releases/updates.ts'
import { PACKAGE_TYPE } from '#contract/releases/packages.ts'
import { PUBLIC_HIDDEN } from '#server/platform/http/access.ts'
import { addressKey } from '#server/platform/http/limits/address-key.ts'
import { createCallBudget } from '#server/platform/http/limits/call-budget.ts'
import type { Platform } from '#server/platform/platform.ts'
import { isUnchanged, tagOf } from '#server/platform/http/answers/tags.ts'
import { sendObject } from '#server/platform/storage/send.ts'
import { findBlockMap, findFile, findOffer, findPackage, type FileParams, type ReadTokenStatus } from './actions.ts'
import { explainAddress } from './addresses.ts'
import { appcastFeed } from './feeds/appcast.ts'
import { autoUpdaterFeed } from './feeds/auto-updater.ts'
import { electronFeed } from './feeds/electron.ts'
import { contentTypeOf, type Feed, type MakeFeed, type Situation } from './feeds/feed.ts'
import { manifestOf } from './feeds/manifest.ts'
import { velopackFeed } from './feeds/velopack.ts'
import { wingetFeed } from './feeds/winget/manifest.ts'
import { wingetFound, wingetInformation, wingetPackage } from './feeds/winget/source.ts'
import { createReleases } from './releases.ts'
import { createUpdateTokens } from './update-token.ts'

/** Revalidated each time, so that a withdrawn version does not stay in caches. */
const CACHE = { 'cache-control': 'private, no-cache' }

const GZIP = 'application/gzip'
const PACKAGE = 'application/octet-stream'

export const FEED_CALLS = { calls: 300, seconds: 60 }

/** By address, for feeds and files without a token: an office may have one address. */
export const PUBLIC_CALLS = { calls: 3000, seconds: 60 }

/** winget searches once for each program on the computer. */
export const SEARCH_CALLS = { calls: 2000, seconds: 60 }

export const updateRoutes =
  (platform: Platform, readTokenStatus: ReadTokenStatus): FastifyPluginAsyncZod =>
  async (app) => {
    const { db, objects, config, secrets } = platform
    const updateTokens = createUpdateTokens(await secrets.open('update-tokens'))
    const { publicChannels } = config
    const context = { releases: createReleases(db), readTokenStatus, updateTokens, publicChannels }
    const feedCalls = createCallBudget(FEED_CALLS)
    const searchCalls = createCallBudget(SEARCH_CALLS)

    const publicCalls = createCallBudget(PUBLIC_CALLS)
    const countPublic = ({ ip, params }: Asker) => {
      const isPublic = params.updateToken === PUBLIC_TOKEN
      if (isPublic) publicCalls.spend(addressKey(ip))
      return isPublic
    }

    async function situationOf(asker: Asker, calls = feedCalls): Promise<Situation> {
      const { updateToken, channel } = asker.params
      if (!countPublic(asker)) calls.spend(updateToken)
      const address = `${config.publicUrl}/updates/${updateToken}/${channel}/`
      const { productName, vendor } = config
      return { ...(await findOffer(context, { updateToken, channel })), address, productName, vendorName: vendor.name }
    }

    const arm64 = [updates.electronArm64, updates.electronBetaArm64] as const
    for (const endpoint of arm64) {
      app.route({
        ...endpoint,
        handler: async (request, reply) =>
          sendFeed(
            request,
            reply,
            await electronFeed(await situationOf({ ip: request.ip, params: forArm64(request.params) })),
          ),
      })
    }

    const feeds = [
      [updates.electron, electronFeed],
      [updates.electronBeta, electronFeed],
      [updates.autoUpdater, autoUpdaterFeed],
      [updates.appcast, appcastFeed],
      [updates.winget, wingetFeed],
    ] as const satisfies [endpoint: unknown, make: MakeFeed][]
    for (const [endpoint, make] of feeds) {
      app.route({
        ...endpoint,
        handler: async (request, reply) => sendFeed(request, reply, await make(await situationOf(request))),
      })
    }

    app.route({
      ...updates.wingetInformation,
      handler: async (request, reply) => {
        const situation = await situationOf(request)
        return sendFeed(request, reply, wingetInformation(situation, request.params.channel))
      },
    })

    app.route({
      ...updates.wingetSearch,
      handler: async (request) => wingetFound(await situationOf(request, searchCalls), request.body),
    })

    app.route({
      ...updates.wingetPackage,
      handler: async (request, reply) => {
        const { params, query } = request
        const asked = { packageIdentifier: params.packageIdentifier, version: query.Version }
        return sendFeed(request, reply, wingetPackage(await situationOf(request), asked))
      },
    })

    app.route({
      ...updates.manifest,
      handler: async (request, reply) => {
        const manifest = manifestOf(await situationOf(request), request.query.version)
        reply.headers(CACHE)
        return manifest ?? sendNothing(reply)
      },
    })

    app.route({
      ...updates.velopack,
      handler: async (request, reply) => {
        const situation = await situationOf(request)
        const { release, isOffered } = situation
        const found = release && isOffered ? await context.releases.packageOf(release.id) : undefined
        return sendFeed(request, reply, velopackFeed(situation, found))
      },
    })

    app.route({
      ...updates.package,
      handler: async (request, reply) => {
        countPublic(request)
        const { packageName, ...params } = request.params
        const { object, fileName } = await findPackage(context, {
          ...params,
          fileName: `${packageName}${PACKAGE_TYPE}`,
        })
        return sendObject(objects, request, reply.headers(CACHE), { object, fileName, type: PACKAGE })
      },
    })

    async function sendFile(request: FastifyRequest<{ Params: FileParams }>, reply: FastifyReply) {
      countPublic(request)
      const release = await findFile(context, request.params)
      const { object, fileName } = release
      reply.headers({ ...CACHE, ...(object.sha256 && { 'x-checksum-sha256': object.sha256 }) })
      return sendObject(objects, request, reply, { object, fileName, type: contentTypeOf(release) })
    }

    app.route({ ...updates.file, handler: (request, reply) => sendFile(request, reply) })

    app.route({
      ...updates.numberedFile,
      handler: async (request, reply) => {
        const { params } = request
        if (!params.fileName.endsWith(BLOCK_MAP)) return sendFile(request, reply)
        countPublic(request)
        const object = await findBlockMap(context, params)
        return sendObject(objects, request, reply.headers(CACHE), { object, fileName: params.fileName, type: GZIP })
      },
    })

    app.get<{ Params: { '*': string } }>('/updates/*', PUBLIC_HIDDEN, async ({ params }) => {
      throw explainAddress(params['*'])
    })
  }

type Asker = { ip: string; params: FeedParams }

/** These two are in the folders of both architectures, because electron-updater appends them to its address. */
const forArm64 = ({ updateToken, channel }: FeedParams): FeedParams => ({
  updateToken,
  channel: audienceOf(channel).channel === 'beta' ? 'beta-arm64' : 'stable-arm64',
})

const sendNothing = (reply: FastifyReply) => reply.code(204).send()

function sendFeed(request: FastifyRequest, reply: FastifyReply, { type, body }: Feed) {
  const etag = tagOf(body)
  reply.headers({ ...CACHE, etag })
  return isUnchanged(request, etag, 'tagged') ? reply.code(304).send() : reply.type(type).send(body)
}
