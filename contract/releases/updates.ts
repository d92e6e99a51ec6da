import * as z from 'zod/mini'
import { refusals, type Endpoint } from '#contract/endpoint.ts'
import { Instant, optionalLine } from '#contract/text.ts'
import type { Channel } from './channels.ts'
import { Architecture, ReleaseNotes } from './downloads.ts'
import { WingetResult, WingetInformation, WingetManifest, WingetSearch } from './winget.ts'

/** A channel, and the architecture unless it is that of most devices: x64. */
export const FeedChannel = z.enum(
  ['stable', 'beta', 'stable-arm64', 'beta-arm64'],
  'There is no such update channel: use stable, beta, stable-arm64 or beta-arm64.',
)
export type FeedChannel = z.infer<typeof FeedChannel>

export type Audience = { channel: Channel; architecture: Exclude<Architecture, 'any'> }

export const audienceOf = (feed: FeedChannel): Audience => ({
  channel: feed.startsWith('beta') ? 'beta' : 'stable',
  architecture: feed.endsWith('-arm64') ? 'arm64' : 'x64',
})

/** In place of an update token, in the feeds of a public channel. */
export const PUBLIC_TOKEN = 'public'

/** `updateToken` is issued with an activation and identifies the device; it grants access to updates only. */
export const FeedParams = z.object({
  updateToken: z.string().check(z.maxLength(200, 'This is too long for an update token')),
  channel: FeedChannel,
})
export type FeedParams = z.infer<typeof FeedParams>

const FileParams = z.extend(FeedParams, { versionId: z.uuid(), fileName: z.string().check(z.maxLength(300)) })
const NumberedParams = z.extend(FileParams, { number: z.string().check(z.maxLength(100)) })

const PackageParams = z.extend(FeedParams, { packageName: z.string().check(z.maxLength(300)) })
const PackageFeedParams = z.extend(FeedParams, { packageChannel: z.string().check(z.maxLength(100)) })

const WingetParams = z.extend(FeedParams, { packageIdentifier: z.string().check(z.maxLength(200)) })

/** Behind the name of an installer. */
export const BLOCK_MAP = '.blockmap'

/** For applications with a custom updater. */
export const UpdateManifest = z.object({
  version: z.string(),
  platform: z.string(),
  architecture: Architecture,
  fileName: z.string(),
  /** Bytes. */
  fileSize: z.int(),
  downloadUrl: z.string(),
  sha256: z.string(),
  sha512: z.string(),
  mandatory: z.boolean(),
  minimumVersion: z.nullable(z.string()),
  releaseNotes: z.nullable(z.omit(ReleaseNotes, { version: true, createdAt: true })),
  publishedAt: Instant,
})
export type UpdateManifest = z.infer<typeof UpdateManifest>

const url = '/updates/:updateToken/:channel'
const config = { access: 'device', refuses: [403] } as const
const ofFeed = { ...config, serves: 'tagged' } as const
const ofFile = { ...config, serves: 'file' } as const
const feed = (summary: string) => ({ summary, params: FeedParams, response: { ...refusals } })

export const updates = {
  electron: { method: 'GET', url: `${url}/latest.yml`, config: ofFeed, schema: feed('The feed of electron-updater') },
  electronBeta: {
    method: 'GET',
    url: `${url}/beta.yml`,
    config: ofFeed,
    schema: feed('The same, as electron-updater asks on channel beta'),
  },
  electronArm64: {
    method: 'GET',
    url: `${url}/latest-arm64.yml`,
    config: ofFeed,
    schema: feed('The same for arm64 devices, as electron-updater asks on channel latest-arm64'),
  },
  electronBetaArm64: {
    method: 'GET',
    url: `${url}/beta-arm64.yml`,
    config: ofFeed,
    schema: feed('The same for arm64 devices, as electron-updater asks on channel beta-arm64'),
  },
  autoUpdater: {
    method: 'GET',
    url: `${url}/autoupdater.xml`,
    config: ofFeed,
    schema: feed('The feed of AutoUpdater.NET'),
  },
  appcast: {
    method: 'GET',
    url: `${url}/appcast.xml`,
    config: ofFeed,
    schema: feed('The appcast of NetSparkle and WinSparkle'),
  },
  winget: { method: 'GET', url: `${url}/winget.yaml`, config: ofFeed, schema: feed('A manifest for winget') },
  wingetInformation: {
    method: 'GET',
    url: `${url}/winget/information`,
    config: ofFeed,
    schema: {
      summary: 'The REST source of winget: what it is',
      params: FeedParams,
      response: { 200: WingetInformation, ...refusals },
    },
  },
  wingetSearch: {
    method: 'POST',
    url: `${url}/winget/manifestSearch`,
    config,
    schema: {
      summary: 'The REST source of winget: the package, if the search means it. Changes nothing',
      params: FeedParams,
      body: WingetSearch,
      response: { 200: WingetResult, ...refusals },
    },
  },
  wingetPackage: {
    method: 'GET',
    url: `${url}/winget/packageManifests/:packageIdentifier`,
    config: ofFeed,
    schema: {
      summary: 'The REST source of winget: the version this device is offered',
      params: WingetParams,
      querystring: z.object({ Version: optionalLine(200) }),
      response: { 200: WingetManifest, ...refusals },
    },
  },
  velopack: {
    method: 'GET',
    url: `${url}/releases.:packageChannel.json`,
    config: ofFeed,
    schema: {
      summary: 'The feed of Velopack, for the channel that its package names: the channel of the address counts',
      params: PackageFeedParams,
      response: { ...refusals },
    },
  },
  package: {
    method: 'GET',
    url: `${url}/:packageName.nupkg`,
    config: ofFile,
    schema: {
      summary: 'A package that the feed of Velopack names',
      params: PackageParams,
      response: { ...refusals },
    },
  },
  manifest: {
    method: 'GET',
    url: `${url}/update.json`,
    config,
    schema: {
      summary: 'The version this device should have; 204 when it has it, or there is none',
      params: FeedParams,
      querystring: z.object({ version: optionalLine(60) }),
      response: { 200: UpdateManifest, ...refusals },
    },
  },
  file: {
    method: 'GET',
    url: `${url}/files/:versionId/:fileName`,
    config: ofFile,
    schema: {
      summary: 'The file of a version, whole, a range of it or several',
      params: FileParams,
      response: { ...refusals },
    },
  },
  numberedFile: {
    method: 'GET',
    url: `${url}/files/:versionId/:number/:fileName`,
    config: ofFile,
    schema: {
      summary:
        'The same for electron-updater, with the number of the version; with .blockmap behind the name, the block map of the version with that number',
      params: NumberedParams,
      response: { ...refusals },
    },
  },
} as const satisfies Record<string, Endpoint>
