import { createHmac, timingSafeEqual } from 'node:crypto'
import type { Secret } from '#server/platform/secrets/secrets.ts'

export type LinkSecret = Pick<Secret, 'newest' | 'all'>

/** Accepts one file of at most `max` bytes until `expires` (seconds since 1970). */
type UploadLink = { key: string; expires: number; max: number }

/** Downloads one file under this name. */
export type DownloadLink = { key: string; expires: number; name: string }

type Link = UploadLink | DownloadLink

export const uploadPath = (secret: LinkSecret, link: UploadLink) => `/api/objects/put/${signed(secret, link)}`

export const downloadPath = (secret: LinkSecret, link: DownloadLink) => `/api/objects/get/${signed(secret, link)}`

function signed(secret: LinkSecret, link: Link) {
  const { key, ...terms } = link
  const query = Object.entries({ ...terms, signature: sign(secret.newest(), link) })
  return `${key}?${new URLSearchParams(query.map(([name, value]) => [name, String(value)]))}`
}

/** The key in an upload URL of the portal or the bucket: the last part of its path. */
export const keyIn = (url: string) => URL.parse(url, 'http://portal')?.pathname.split('/').at(-1)

/** Whether the signature is ours. */
export function isGenuine(secret: LinkSecret, { signature, ...link }: Link & { signature: string }) {
  const given = Buffer.from(signature)
  return secret.all().some((version) => {
    const expected = Buffer.from(sign(version, link))
    return given.length === expected.length && timingSafeEqual(given, expected)
  })
}

/** The signed terms include their names, so that links of different kinds cannot be confused. */
const sign = (version: string, { key, expires, ...terms }: Link) =>
  createHmac('sha256', version)
    .update(JSON.stringify([key, expires, terms]))
    .digest('base64url')
