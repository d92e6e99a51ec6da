import * as z from 'zod/mini'
import { Done, refusals, type Endpoint } from './endpoint.ts'
import { isAdmin, type Role } from './roles.ts'
import { line } from './text.ts'

/** What a file is for decides who may upload it, how large it may be and which bytes it must start with. */
export const UploadPurpose = z.enum(['invoice', 'application'])
export type UploadPurpose = z.infer<typeof UploadPurpose>

/** Bytes. */
export const MAX_SIZE: Record<UploadPurpose, number> = { invoice: 10_485_760, application: 5_368_709_120 }

const uploaders: Record<UploadPurpose, (role: Role) => boolean> = { invoice: isAdmin, application: isAdmin }

export const canUpload = (role: Role, purpose: UploadPurpose) => uploaders[purpose](role)

/** Everything may be left out, the whole body too. */
export const UploadRequest = z.object({
  /** Shown to people; the stored name is the server's. */
  fileName: z.optional(line({ max: 255, message: 'File name is required' })),
  /** Bytes, if known: too large is refused before anything is sent. */
  size: z.optional(z.number().check(z.int(), z.minimum(1))),
  purpose: z._default(z.optional(UploadPurpose), 'invoice'),
})
export type UploadRequest = z.infer<typeof UploadRequest>

const OBJECT_KEY = /^[a-z]+-[0-9a-f-]{36}\.[a-z]{3}$/
const digits = z.pipe(z.string().check(z.regex(/^\d{1,15}$/)), z.transform(Number))

export const ObjectKey = z.object({ key: z.string().check(z.regex(OBJECT_KEY)) })
const signed = { expires: digits, signature: z.string().check(z.maxLength(100)) }
const UploadSignature = z.object({ ...signed, max: digits })
export const DownloadSignature = z.object({ ...signed, name: line({ max: 255, message: 'File name is required' }) })

/** What an upload URL of the portal itself says; a storage in between signs its own. */
export type UploadTicket = z.infer<typeof ObjectKey> & z.infer<typeof UploadSignature>

/** What a download URL of the portal says. */
export type DownloadTicket = z.infer<typeof ObjectKey> & z.infer<typeof DownloadSignature>

export const uploads = {
  request: {
    method: 'POST',
    url: '/api/objects/upload',
    config: { access: 'signed-in' },
    schema: {
      summary: 'Where to PUT a file: one request, valid for ten minutes, usable once',
      body: UploadRequest,
      response: {
        200: z.object({
          uploadURL: z.string(),
          /** Bytes. */
          maxSize: z.number(),
          /** What the PUT must send as its Content-Type. */
          contentType: z.string(),
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
      response: { 200: Done, ...refusals },
    },
  },
} as const satisfies Record<string, Endpoint>
