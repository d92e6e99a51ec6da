import * as z from 'zod/mini'
import { Done, IdParams, refusals, type Endpoint } from '#contract/endpoint.ts'
import { Instant } from '#contract/text.ts'
import { Channel } from './channels.ts'
import { Version, minimumVersion, rolloutPercent } from './files.ts'

export const NO_FILE_TO_PUBLISH = 'Add the file before you publish this version.'
export const ALREADY_PUBLISHED = 'This version is already published.'
export const WITHDRAWN = 'This version was withdrawn. Activate it to offer it again.'
export const VERSION_CHANGED = 'This version has changed since you opened it. Check it and try again.'
export const NOT_IN_THE_FUTURE = 'Choose a time in the future'
export const TOO_FAR_AHEAD = 'Choose a time within a year'
export const NOT_SCHEDULED = 'This version is not scheduled.'
export const ONLY_DRAFTS = 'Only a draft that was never published can be deleted.'
export const SIGNATURE_REQUIRED =
  'Only programs with a valid Authenticode signature can be published. Sign the file and replace it.'
export const SIGNATURE_UNREADABLE =
  'Signatures are required, and this portal reads them from .exe files only. Publish an .exe, or ask the operator.'

export const ONLY_FOR_PROGRAMS =
  'Only programs with an API token call this. Publish the version on the page File Management.'

type Publishable = Pick<Version, 'state' | 'channel' | 'hasFile'>

/** Drafts and scheduled versions are published, betas promoted. */
export const canPublish = ({ state, channel }: Publishable) =>
  state === 'draft' || state === 'scheduled' || (state === 'published' && channel === 'beta')

export const canDelete = ({ state }: Pick<Version, 'state'>) => state === 'draft'

/** Everything that the publisher has seen and confirmed. */
export const Publication = z.object({
  channel: Channel,
  rolloutPercent,
  minimumVersion,
  /** Whether it becomes the latest of its channel and architecture. */
  isLatest: z.boolean(),
  /** Null publishes it now. */
  publishAt: z.nullable(Instant),
  /** Of the version that was shown: 409 if it has changed since. */
  updatedAt: Instant,
})
export type Publication = z.infer<typeof Publication>

const url = '/api/admin/files/versions/:id'
const config = { access: 'admin', stepUp: true, consequence: 'publication' } as const

export const publications = {
  publish: {
    method: 'POST',
    url: `${url}/publish`,
    config,
    schema: {
      summary:
        'Publish a draft now or at a later time, promote a beta to stable, or make a published version the latest',
      params: IdParams,
      body: Publication,
      response: { 200: Version, ...refusals },
    },
  },
  release: {
    method: 'POST',
    url: `${url}/release`,
    config: {
      access: 'admin releases:publish',
      withoutStepUp: 'The person who created the token with this scope has confirmed it',
      consequence: 'publication',
    },
    schema: {
      summary: 'Publish a version as a program with an API token does; otherwise the same as its publication',
      params: IdParams,
      body: Publication,
      response: { 200: Version, ...refusals },
    },
  },
  cancel: {
    method: 'DELETE',
    url: `${url}/schedule`,
    config: {
      access: 'admin releases:write',
      withoutStepUp: 'Only prevents a publication',
      consequence: 'publication',
    },
    schema: {
      summary: 'Make a scheduled version a draft again',
      params: IdParams,
      response: { 200: Version, ...refusals },
    },
  },
  remove: {
    method: 'DELETE',
    url,
    config: {
      access: 'admin releases:write',
      withoutStepUp: 'Customers have never seen a draft',
      consequence: 'publication',
    },
    schema: {
      summary: 'Delete a draft and its file',
      params: IdParams,
      response: { 200: Done, ...refusals },
    },
  },
} as const satisfies Record<string, Endpoint>
