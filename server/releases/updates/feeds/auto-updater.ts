import type { Release } from '#server/releases/updates/queries.ts'
import type { Feed, Situation } from './feed.ts'
import { pathOf, unsuitable } from './feed.ts'
import { quadOf, windowsNumberOf } from './version-number.ts'
import { ATTRIBUTE, xmlOf } from './xml.ts'

const ONLY_NUMBERS = 'AutoUpdater.NET reads versions of numbers only, like 2.4.1 or 2.4.1.2.'

/** AutoUpdater.NET. It has no answer for 'no update', so it gets the lowest possible version. */
export async function autoUpdaterFeed({ release, isOffered, address }: Situation): Promise<Feed> {
  const item = release && isOffered ? itemOf(release, address) : { version: '0.0.0.0', url: address }
  return { type: 'application/xml; charset=utf-8', body: await xmlOf({ item }) }
}

function itemOf(release: Release, address: string) {
  const { version, minimumVersion, object } = release
  const number = quadOf(version)
  if (!number) throw unsuitable(ONLY_NUMBERS)
  return {
    version: number,
    url: `${address}${pathOf(release)}`,
    mandatory: minimumVersion ? { [`${ATTRIBUTE}minVersion`]: windowsNumberOf(minimumVersion), '#': 'true' } : 'false',
    checksum: { [`${ATTRIBUTE}algorithm`]: 'SHA256', '#': object.sha256 },
  }
}
