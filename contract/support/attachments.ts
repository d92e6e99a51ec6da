import * as z from 'zod/mini'
import { IdParams, refusals, type Endpoint } from '#contract/endpoint.ts'
import { MAX_SIZE } from '#contract/releases/uploads.ts'
import { copiedLine } from '#contract/text.ts'

/** Per ticket and per message. */
export const MAX_ATTACHMENTS = 5

/** Bytes. */
export const MAX_ATTACHMENT_SIZE = MAX_SIZE.attachment

/** Allowed file extensions. The bytes must match. */
export const ATTACHMENT_ENDINGS = [
  'png',
  'jpg',
  'jpeg',
  'gif',
  'webp',
  'pdf',
  'docx',
  'xlsx',
  'pptx',
  'doc',
  'xls',
  'ppt',
  'txt',
  'log',
  'csv',
  'json',
  'md',
  'zip',
] as const
export type AttachmentEnding = (typeof ATTACHMENT_ENDINGS)[number]

export const UNSUPPORTED_ATTACHMENT =
  'Attach images (PNG, JPEG, GIF, WebP), PDF or Office documents, text, log, CSV, JSON, Markdown or ZIP files.'

export const Attachment = z.object({
  id: z.uuid(),
  fileName: z.string(),
  /** Bytes. */
  size: z.int(),
  /** Detected from the content, not from the file name. */
  type: z.string(),
  /** Shown as an image. Other files are only downloaded. */
  isImage: z.boolean(),
})
export type Attachment = z.infer<typeof Attachment>

/** A file uploaded to the URL of `uploads.request` for the purpose 'attachment'. */
export const GivenAttachment = z.object({
  url: z.string().check(z.minLength(1), z.maxLength(2000)),
  fileName: copiedLine({ max: 255, message: 'File name is required' }),
})
export type GivenAttachment = z.infer<typeof GivenAttachment>

export const GivenAttachments = z.optional(
  z.array(GivenAttachment).check(z.maxLength(MAX_ATTACHMENTS, `At most ${MAX_ATTACHMENTS} files`)),
)

export const attachments = {
  file: {
    method: 'GET',
    url: '/api/tickets/:id/attachments/:attachmentId',
    config: { access: 'signed-in tickets:read', serves: 'file' },
    schema: {
      summary: 'Download the file, or show an image with view=1. For users who may read the message',
      params: z.extend(IdParams, { attachmentId: z.uuid() }),
      querystring: z.object({ view: z.optional(z.literal('1')) }),
      response: { ...refusals },
    },
  },
} as const satisfies Record<string, Endpoint>
