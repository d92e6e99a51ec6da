import * as z from 'zod/mini'
import { IdParams, refusals, type Endpoint } from '#contract/endpoint.ts'
import { Instant } from '#contract/text.ts'
import { Channel } from './channels.ts'
import { DownloadSignature, ObjectKey } from './uploads.ts'

/** The processors that a file runs on. `any` is for files that contain all of them, and for those that do not say. */
export const Architecture = z.enum(['any', 'x64', 'arm64'])
export type Architecture = z.infer<typeof Architecture>

/** There are two latest versions: one for arm64, and one for all other devices. */
export const sharesLatest = (one: { architecture: Architecture }, other: { architecture: Architecture }) =>
  (one.architecture === 'arm64') === (other.architecture === 'arm64')

/** A version of the application. Its file may arrive after it: until then size is 0 and there is no hash. */
export const Download = z.object({
  id: z.uuid(),
  platform: z.string(),
  architecture: Architecture,
  version: z.string(),
  fileName: z.string(),
  /** Bytes. */
  size: z.int(),
  /** Of the file, as hexadecimal digits. */
  sha256: z.nullable(z.string()),
  isLatest: z.boolean(),
  channel: Channel,
  hasFile: z.boolean(),
  createdAt: Instant,
})
export type Download = z.infer<typeof Download>

/** 'Windows', 'Windows arm64' */
export const kindOf = ({ platform, architecture }: Pick<Download, 'platform' | 'architecture'>) =>
  architecture === 'any' ? platform : `${platform} ${architecture}`

/** 'Windows 4.3.0', 'Windows arm64 4.3.0' */
export const versionName = (version: Pick<Download, 'platform' | 'architecture' | 'version'>) =>
  `${kindOf(version)} ${version.version}`

export const ReleaseNotes = z.object({
  version: z.string(),
  title: z.string(),
  description: z.string(),
  newFeatures: z.array(z.string()),
  improvements: z.array(z.string()),
  bugFixes: z.array(z.string()),
  createdAt: Instant,
})
export type ReleaseNotes = z.infer<typeof ReleaseNotes>

export const DownloadFile = z.object({
  filename: z.string(),
  version: z.string(),
  /** Bytes. */
  fileSize: z.int(),
  sha256: z.nullable(z.string()),
  /** A path of this portal: valid for five minutes, for this file and this name, without a session. */
  downloadUrl: z.string(),
})
export type DownloadFile = z.infer<typeof DownloadFile>

export const NO_FILE = 'This version has no file yet.'

const url = '/api/downloads'

export const downloads = {
  list: {
    method: 'GET',
    url,
    config: { access: 'signed-in releases:read' },
    schema: {
      summary: 'The newest thousand active versions, newest first',
      response: { 200: z.array(Download), ...refusals },
    },
  },
  releaseNotes: {
    method: 'GET',
    url: `${url}/release-notes`,
    config: { access: 'signed-in releases:read' },
    schema: {
      summary: 'What is new in the latest version; null without notes',
      response: { 200: z.nullable(ReleaseNotes), ...refusals },
    },
  },
  file: {
    method: 'GET',
    url: `${url}/:id/file`,
    config: {
      access: 'signed-in releases:read',
      refuses: [409],
      closedWhileViewing: 'It would count as a download of the customer',
    },
    schema: {
      summary: 'Facts of a version’s file, and where to download it',
      params: IdParams,
      response: { 200: DownloadFile, ...refusals },
    },
  },
  fetch: {
    method: 'GET',
    url: '/api/objects/get/:key',
    config: { access: 'signed-url', serves: 'file' },
    schema: {
      summary: 'The bytes of a file, whole or a range of them, under the URL that was handed out for it',
      params: ObjectKey,
      querystring: DownloadSignature,
      response: { ...refusals },
    },
  },
} as const satisfies Record<string, Endpoint>
