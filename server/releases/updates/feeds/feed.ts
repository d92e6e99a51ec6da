import { applicationTypeOf } from '#contract/releases/file-names.ts'
import { HttpError } from '#server/platform/http/errors.ts'
import type { Offer } from '#server/releases/updates/actions.ts'
import type { Release } from '#server/releases/updates/queries.ts'

/** `address`: URL of the feed's folder with a trailing slash. */
export type Situation = Offer & { address: string; productName: string; vendorName: string }

export type Feed = { type: string; body: string }

export type MakeFeed = (situation: Situation) => Promise<Feed>

export const unsuitable = (sentence: string) => new HttpError(404, sentence)

export const NOTHING = 'There is no version on this channel yet.'

export const pathOf = ({ id, fileName }: Pick<Release, 'id' | 'fileName'>) =>
  `files/${id}/${encodeURIComponent(fileName)}`

const TYPES = {
  '.exe': 'application/vnd.microsoft.portable-executable',
  '.msi': 'application/x-msi',
  '.zip': 'application/zip',
}

export function contentTypeOf({ fileName }: Pick<Release, 'fileName'>) {
  const type = applicationTypeOf(fileName)
  return type ? TYPES[type] : 'application/octet-stream'
}
