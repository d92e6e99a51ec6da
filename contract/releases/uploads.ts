import * as z from 'zod/mini'
import { Done, refusals, type Endpoint } from '#contract/endpoint.ts'
import { isAdmin, type Role } from '#contract/roles.ts'
import { copiedLine, knownLine } from '#contract/text.ts'

/** The purpose determines who may upload a file, its size limit and its type. */
export const UploadPurpose = z.enum(['invoice', 'application', 'attachment'])
export type UploadPurpose = z.infer<typeof UploadPurpose>

/** Bytes. */
export const MAX_SIZE: Record<UploadPurpose, number> = {
  invoice: 10_485_760,
  application: 5_368_709_120,
  attachment: 10_485_760,
}

/** Code of a 400: the malware scanner knows what is in the file. */
export const MALWARE = 'MALWARE'

const uploaders: Record<UploadPurpose, (role: Role) => boolean> = {
  invoice: isAdmin,
  application: isAdmin,
  attachment: () => true,
}

export const canUpload = (role: Role, purpose: UploadPurpose) => uploaders[purpose](role)

/** Everything may be left out, the whole body too. */
export const UploadRequest = z.object({
  /** Shown to people; the stored name is the server's. */
  fileName: z.optional(copiedLine({ max: 255, message: 'File name is required' })),
  /** Bytes, if known: too large is refused before anything is sent. Needed where files are kept in a bucket. */
  size: z.optional(z.number().check(z.int(), z.minimum(1))),
  purpose: z._default(z.optional(UploadPurpose), 'invoice'),
})
export type UploadRequest = z.infer<typeof UploadRequest>

const OBJECT_KEY = /^[a-z]+-[0-9a-f-]{36}\.[a-z]{3,5}$/
const digits = z.pipe(z.string().check(z.regex(/^\d{1,15}$/)), z.transform(Number))

export const ObjectKey = z.object({ key: z.string().check(z.regex(OBJECT_KEY)) })
const signed = { expires: digits, signature: z.string().check(z.maxLength(100)) }
const UploadSignature = z.object({ ...signed, max: digits })
export const DownloadSignature = z.object({
  ...signed,
  name: knownLine({ max: 255, message: 'File name is required' }),
})

/** Parameters of the portal's own upload URL; a bucket signs its own. */
export type UploadTicket = z.infer<typeof ObjectKey> & z.infer<typeof UploadSignature>

/** Parameters of a download URL. */
export type DownloadTicket = z.infer<typeof ObjectKey> & z.infer<typeof DownloadSignature>

/** Where a body starts: 'bytes 1048576-5242879/5242880', or 'bytes *' for a whole that has nothing left to send. */
const CONTENT_RANGE = /^bytes (?:\d{1,15}-\d{1,15}|\*)\/\d{1,15}$/

export const contentRange = (from: number, total: number) =>
  `bytes ${from < total ? `${from}-${total - 1}` : '*'}/${total}`

export const UploadProgress = z.object({
  /** Bytes. A PUT whose Content-Range starts here continues; one without starts over. */
  received: z.int(),
  isComplete: z.boolean(),
})

export const uploads = {
  request: {
    method: 'POST',
    url: '/api/objects/upload',
    config: {
      access: 'signed-in uploads:write',
      isShownOnce: true,
      harmless: 'Stores a file that nothing uses yet',
      refuses: [507],
    },
    schema: {
      summary: 'Where to PUT a file: usable once, for ten minutes, an application file for twelve hours',
      body: UploadRequest,
      response: {
        200: z.object({
          uploadURL: z.string(),
          /** Bytes. */
          maxSize: z.int(),
          /** The Content-Type of the PUT. */
          contentType: z.string(),
          /** Whether a PUT that broke off can be continued under the same URL; otherwise it starts over. */
          resumes: z.boolean(),
        }),
        ...refusals,
      },
    },
  },
  put: {
    method: 'PUT',
    url: '/api/objects/put/:key',
    config: { access: 'signed-url' },
    schema: {
      summary: 'Takes the bytes of a file, as they are, under the URL that was handed out for it',
      params: ObjectKey,
      querystring: UploadSignature,
      headers: z.object({
        'content-range': z.optional(z.string().check(z.regex(CONTENT_RANGE, 'Invalid Content-Range'))),
      }),
      response: { 200: Done, ...refusals },
    },
  },
  progress: {
    method: 'GET',
    url: '/api/objects/put/:key',
    config: { access: 'signed-url' },
    schema: {
      summary: 'How much of a file has arrived, under the URL that was handed out for it',
      params: ObjectKey,
      querystring: UploadSignature,
      response: { 200: UploadProgress, ...refusals },
    },
  },
} as const satisfies Record<string, Endpoint>
