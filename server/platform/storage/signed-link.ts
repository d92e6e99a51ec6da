import { createHmac, timingSafeEqual } from 'node:crypto'
import type { Secret } from '#server/platform/secrets/secrets.ts'

export type LinkSecret = Pick<Secret, 'newest' | 'all'>

/** Takes one file of at most `max` bytes, until `expires` (seconds since 1970). */
export type UploadLink = { key: string; expires: number; max: number }

/** Gives one file, to be saved by this name. */
export type DownloadLink = { key: string; expires: number; name: string }

type Link = UploadLink | DownloadLink

export const uploadPath = (secret: LinkSecret, link: UploadLink) => `/api/objects/put/${signed(secret, link)}`

export const downloadPath = (secret: LinkSecret, link: DownloadLink) => `/api/objects/get/${signed(secret, link)}`

function signed(secret: LinkSecret, link: Link) {
  const { key, ...terms } = link
  const query = Object.entries({ ...terms, signature: sign(secret.newest(), link) })
  return `${key}?${new URLSearchParams(query.map(([name, value]) => [name, String(value)]))}`
}

/** The key in an upload link, ours or the storage's: the last part of its path. */
export const keyIn = (url: string) => URL.parse(url, 'http://portal')?.pathname.split('/').at(-1)

/** Whether we made this link, word for word. */
export function isGenuine(secret: LinkSecret, { signature, ...link }: Link & { signature: string }) {
  const given = Buffer.from(signature)
  return secret.all().some((version) => {
    const expected = Buffer.from(sign(version, link))
    return given.length === expected.length && timingSafeEqual(given, expected)
  })
}

/** The terms carry their names, so that no link can be taken for one of the other kind. */
const sign = (version: string, { key, expires, ...terms }: Link) =>
  createHmac('sha256', version)
    .update(JSON.stringify([key, expires, terms]))
    .digest('base64url')
