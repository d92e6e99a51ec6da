import { createHmac, timingSafeEqual } from 'node:crypto'
import type { UploadTicket } from '#contract/uploads.ts'
import { forbidden } from '#server/platform/errors.ts'

/** A link that takes one file: its key, until when (seconds since 1970) and how large (bytes). */
type Link = { key: string; expires: number; max: number }

export const LINK_INVALID = 'This upload link is not valid or has expired.'

export const uploadPath = (secret: string, link: Link) =>
  `/api/objects/put/${link.key}?expires=${link.expires}&max=${link.max}&signature=${sign(secret, link)}`

/** The key in an upload link, ours or the storage's: the last part of its path. */
export const keyIn = (url: string) => URL.parse(url, 'http://portal')?.pathname.split('/').at(-1)

export function verifyLink(secret: string, { signature, ...link }: UploadTicket) {
  const expected = Buffer.from(sign(secret, link))
  const given = Buffer.from(signature)
  if (given.length !== expected.length || !timingSafeEqual(given, expected)) throw forbidden(LINK_INVALID)
}

const sign = (secret: string, { key, expires, max }: Link) =>
  createHmac('sha256', secret).update(['PUT', key, expires, max].join('\n')).digest('base64url')
