import * as z from 'zod/mini'
import { hasChange, IdParams, IfMatch, refusals, type Endpoint } from '#contract/endpoint.ts'
import { LIST_LIMIT } from '#contract/lists.ts'
import { Instant, line, paragraph } from '#contract/text.ts'
import { Channel } from './channels.ts'
import { Architecture, Download, ReleaseNotes } from './downloads.ts'
import { FileFacts } from './file-facts.ts'
import { fileName } from './file-names.ts'
import { ADOPTION_SHOWN, Adoption, VersionImpact, VersionUsage } from './reach.ts'

/** Only staff see drafts. A scheduled version is published at its time. Devices that run a withdrawn version keep it. */
export const ReleaseState = z.enum(['draft', 'scheduled', 'published', 'withdrawn'])
export type ReleaseState = z.infer<typeof ReleaseState>

/** A version as its publisher sees it: drafts and withdrawn ones too. */
export const Version = z.extend(z.omit(Download, { size: true }), {
  /** Bytes; 0 until its file arrives. */
  fileSize: z.int(),
  /** True while it is published. */
  isActive: z.boolean(),
  state: ReleaseState,
  /** When a scheduled version is published. */
  publishAt: z.nullable(Instant),
  /** Whether a scheduled version becomes the latest. */
  publishesAsLatest: z.boolean(),
  /** Null before it is published for the first time. */
  publishedAt: z.nullable(Instant),
  withdrawnReason: z.nullable(z.string()),
  /** Of 100 devices, how many are offered it as an update. */
  rolloutPercent: z.int32(),
  /** Applications older than this have to update. */
  minimumVersion: z.nullable(z.string()),
  /** The publisher's own, for NetSparkle. */
  signature: z.nullable(z.string()),
  /** Null if it is not an .exe, cannot be read, or was uploaded to an earlier release. */
  fileFacts: z.nullable(FileFacts),
  hasNotes: z.boolean(),
  updatedAt: Instant,
})
export type Version = z.infer<typeof Version>

/** The one that customers get first. A withdrawn one never is. */
export const canSetLatest = ({ isActive, isLatest, channel }: Pick<Version, 'isActive' | 'isLatest' | 'channel'>) =>
  isActive && !isLatest && channel === 'stable'

export const DEFAULT_PLATFORM = 'Windows'

export const fileUrl = z.string().check(z.minLength(1), z.maxLength(2000))

/** Version numbers that every updater accepts: '2', '2.4.1', '2.4.1.0', '2.4.1-beta.2'. */
export const isComparable = (version: string) =>
  /^\d{1,9}((\.\d{1,9}){0,3}|(\.\d{1,9}){2,3}-[0-9A-Za-z-]+(\.[0-9A-Za-z-]+)*)$/.test(version)

export const NOT_COMPARABLE = 'Updaters cannot order this version number, so no update feed offers it'

export const PERCENT_RULE = 'The rollout must be a whole number from 0 to 100'
export const VERSION_SHAPE = 'Write it as 2.4.1'
export const MINIMUM_TOO_HIGH = 'The minimum cannot be above the version itself'
export const MINIMUM_OF_NOTHING = 'Only a version that updaters can order can ask for a minimum'
export const SIGNATURE_SHAPE = 'An Ed25519 signature is 88 characters of base64'

export const rolloutPercent = z
  .number(PERCENT_RULE)
  .check(z.int(PERCENT_RULE), z.minimum(0, PERCENT_RULE), z.maximum(100, PERCENT_RULE))
export const minimumVersion = z.nullable(
  z.string().check(z.trim(), z.maxLength(60), z.refine(isComparable, VERSION_SHAPE)),
)
/** By the key of the publisher: 64 bytes. */
const signature = z.nullable(z.string().check(z.trim(), z.regex(/^[A-Za-z0-9+/]{86}==$/, SIGNATURE_SHAPE)))

export const VersionDraft = z.object({
  version: line({ max: 60, message: 'Version is required' }),
  platform: z._default(z.optional(line({ max: 60, message: 'Platform is required' })), DEFAULT_PLATFORM),
  architecture: z._default(z.optional(Architecture), 'any'),
  fileName,
  /** The upload URL that took the file. Without one the version waits for its file. */
  fileUrl: z.optional(fileUrl),
  channel: z._default(z.optional(Channel), 'stable'),
  rolloutPercent: z._default(z.optional(rolloutPercent), 100),
  minimumVersion: z._default(z.optional(minimumVersion), null),
})
export type VersionDraft = z.infer<typeof VersionDraft>

export const VersionChanges = z
  .partial(
    z.object({
      isActive: z.boolean('isActive must be true or false'),
      /** Why it is withdrawn: for staff. */
      reason: paragraph({ min: 0, max: 500 }),
      /** Required to withdraw the latest version: the one that becomes the latest, or null for none. */
      nextLatestId: z.nullable(z.uuid()),
      fileUrl,
      rolloutPercent,
      rolloutFrom: rolloutPercent, // On screen: 409 if another admin has set another.
      minimumVersion,
      signature,
    }),
  )
  .check(
    hasChange(),
    z.refine(
      ({ isActive, nextLatestId }) => nextLatestId === undefined || isActive === false,
      'nextLatestId is only for a version that is withdrawn',
    ),
    z.refine(
      ({ isActive, reason }) => reason === undefined || isActive === false,
      'The reason is only for a version that is withdrawn',
    ),
  )
export type VersionChanges = z.infer<typeof VersionChanges>

export const VERSION_TAKEN = 'This version already exists for this platform.'
export const HAS_FILE = 'This version already has its file. Publish a new version instead.'
export const FILE_IS_SCHEDULED = 'This version is scheduled. Cancel the schedule to replace its file.'
export const NOT_PUBLISHED_YET = 'This version has not been published yet. Publish it first.'
export const BETA_CANNOT_BE_LATEST = 'A beta can’t be the latest version. Promote it to stable.'
export const OTHER_ARCHITECTURE = 'Only a version for the same architecture can take its place.'
export const INACTIVE_CANNOT_BE_LATEST = 'Only an active version can be the latest.'

export const NEXT_LATEST_MISSING =
  'This version is the latest. Choose the version that becomes the latest instead, or that there is none.'
export const LATEST_HAS_CHANGED = 'This version is no longer the latest. Check the versions and try again.'

/** Empty entries do not count. */
const entries = z._default(
  z.optional(
    z.pipe(
      z.array(paragraph({ min: 0, max: 500 })).check(z.maxLength(100, 'At most 100 entries')),
      z.transform((lines) => lines.filter((entry) => entry !== '')),
    ),
  ),
  [],
)

/** Notes that a version has already are replaced. */
export const ReleaseNotesDraft = z.object({
  versionId: z.uuid('Version is required'),
  title: line({ max: 200, message: 'Title is required' }),
  description: z._default(z.optional(paragraph({ min: 0, max: 5000 })), ''),
  newFeatures: entries,
  improvements: entries,
  bugFixes: entries,
})
export type ReleaseNotesDraft = z.infer<typeof ReleaseNotesDraft>

export const VersionNotes = z.extend(ReleaseNotes, { id: z.uuid(), versionId: z.uuid(), updatedAt: Instant })
export type VersionNotes = z.infer<typeof VersionNotes>

const url = '/api/admin/files'

export const files = {
  versions: {
    method: 'GET',
    url: `${url}/versions`,
    config: { access: 'admin releases:read' },
    schema: {
      summary: `The newest ${LIST_LIMIT} versions, newest first`,
      response: { 200: z.array(Version), ...refusals },
    },
  },
  releaseNotes: {
    method: 'GET',
    url: `${url}/release-notes`,
    config: { access: 'admin releases:read' },
    schema: {
      summary: `The notes of the newest ${LIST_LIMIT} versions that have some, newest first`,
      response: { 200: z.array(VersionNotes), ...refusals },
    },
  },
  adoption: {
    method: 'GET',
    url: `${url}/adoption`,
    config: { access: 'admin releases:read' },
    schema: {
      summary: `How many active devices run which version: the ${ADOPTION_SHOWN} that most of them run`,
      response: { 200: Adoption, ...refusals },
    },
  },
  usage: {
    method: 'GET',
    url: `${url}/usage`,
    config: { access: 'admin releases:read' },
    schema: {
      summary: `Downloads and devices of the newest ${LIST_LIMIT} versions, counted at most once a minute`,
      response: { 200: z.array(VersionUsage), ...refusals },
    },
  },
  impact: {
    method: 'GET',
    url: `${url}/versions/:id/impact`,
    config: { access: 'admin releases:read' },
    schema: {
      summary: 'How many devices and organizations a version reaches, and which one could be the latest instead of it',
      params: IdParams,
      response: { 200: VersionImpact, ...refusals },
    },
  },
  upload: {
    method: 'POST',
    url: `${url}/upload`,
    config: {
      access: 'admin releases:write',
      withoutStepUp: 'Customers never see a draft',
      consequence: 'publication',
    },
    schema: {
      summary: 'Create a draft of a version, with the file that was uploaded for it or before it arrives',
      body: VersionDraft,
      response: { 201: Version, ...refusals },
    },
  },
  writeNotes: {
    method: 'POST',
    url: `${url}/release-notes`,
    config: { access: 'admin releases:write', withoutStepUp: 'Only text', consequence: 'publication', refuses: [404] },
    bodyLimit: 524_288,
    schema: {
      summary: 'Replace the notes of a version. If-Match, or If-None-Match: * for the first, keeps newer ones',
      headers: z.extend(IfMatch, { 'if-none-match': z.optional(z.literal('*')) }),
      body: ReleaseNotesDraft,
      response: { 201: VersionNotes, ...refusals },
    },
  },
  change: {
    method: 'PATCH',
    url: `${url}/versions/:id`,
    config: { access: 'admin', stepUp: true, consequence: 'publication' },
    schema: {
      summary:
        'Withdraw or restore a version, add the file it waits for, replace the file of a draft, or change its rollout. Withdrawing the latest takes nextLatestId: the version that becomes the latest, or null for none',
      params: IdParams,
      body: VersionChanges,
      response: { 200: Version, ...refusals },
    },
  },
  setLatest: {
    method: 'PATCH',
    url: `${url}/versions/:id/set-latest`,
    config: { access: 'admin', stepUp: true, consequence: 'publication' },
    schema: {
      summary: 'Make an active version the latest, in place of the one that was',
      params: IdParams,
      response: { 200: Version, ...refusals },
    },
  },
} as const satisfies Record<string, Endpoint>
