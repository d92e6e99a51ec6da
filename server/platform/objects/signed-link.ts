import { createHmac, timingSafeEqual } from 'node:crypto'

/** Takes one file of at most `max` bytes, until `expires` (seconds since 1970). */
export type UploadLink = { key: string; expires: number; max: number }

/** Gives one file, to be saved by this name. */
export type DownloadLink = { key: string; expires: number; name: string }

type Link = UploadLink | DownloadLink

export const uploadPath = (secret: string, link: UploadLink) => `/api/objects/put/${signed(secret, link)}`

export const downloadPath = (secret: string, link: DownloadLink) => `/api/objects/get/${signed(secret, link)}`

function signed(secret: string, link: Link) {
  const { key, ...terms } = link
  const query = Object.entries({ ...terms, signature: sign(secret, link) })
  return `${key}?${new URLSearchParams(query.map(([name, value]) => [name, String(value)]))}`
}

/** The key in an upload link, ours or the storage's: the last part of its path. */
export const keyIn = (url: string) => URL.parse(url, 'http://portal')?.pathname.split('/').at(-1)

/** Whether we made this link, word for word. */
export function isGenuine(secret: string, { signature, ...link }: Link & { signature: string }) {
  const expected = Buffer.from(sign(secret, link))
  const given = Buffer.from(signature)
  return given.length === expected.length && timingSafeEqual(given, expected)
}

/** The terms carry their names, so that no link can be taken for one of the other kind. */
const sign = (secret: string, { key, expires, ...terms }: Link) =>
  createHmac('sha256', secret)
    .update(JSON.stringify([key, expires, terms]))
    .digest('base64url')
