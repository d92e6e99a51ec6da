import * as z from 'zod/mini'
import { refusals, type Endpoint } from './endpoint.ts'
import { isAdmin, type Role } from './roles.ts'
import { line } from './text.ts'

/** What a file is for decides who may upload it, how large it may be and which bytes it must start with. */
export const UploadPurpose = z.enum(['invoice'])
export type UploadPurpose = z.infer<typeof UploadPurpose>

/** Bytes. */
export const MAX_SIZE: Record<UploadPurpose, number> = { invoice: 10_485_760 }

export const canUpload = (role: Role, purpose: UploadPurpose) => purpose === 'invoice' && isAdmin(role)

export const UploadRequest = z.object({
  /** Shown to people; the stored name is the server's. */
  fileName: z.optional(line({ max: 255, message: 'File name is required' })),
  /** Bytes, if known: too large is refused before anything is sent. */
  size: z.optional(z.number().check(z.int(), z.minimum(1))),
  purpose: z._default(z.optional(UploadPurpose), 'invoice'),
})

export const uploads = {
  request: {
    method: 'POST',
    url: '/api/objects/upload',
    config: { access: 'signed-in' },
    schema: {
      summary: 'Where to PUT a file: one request, valid for ten minutes, usable once',
      body: z._default(z.optional(UploadRequest), { purpose: 'invoice' }),
      response: { 200: z.object({ uploadURL: z.string(), maxSize: z.number() }), ...refusals },
    },
  },
} as const satisfies Record<string, Endpoint>
