import type { Release } from '#server/releases/updates/queries.ts'
import { contentTypeOf, pathOf, type Feed, type Situation } from './feed.ts'
import { notesAsPage } from './notes.ts'
import { ATTRIBUTE, xmlOf } from './xml.ts'

const SPARKLE = 'http://www.andymatuschak.org/xml-namespaces/sparkle'

/** NetSparkle and WinSparkle. Versions are attributes of the enclosure, which all their releases read. */
export async function appcastFeed({ release, isOffered, address, productName }: Situation): Promise<Feed> {
  const rss = {
    ...attributes({ version: '2.0', 'xmlns:sparkle': SPARKLE }),
    channel: {
      title: productName,
      link: `${address}appcast.xml`,
      description: `Updates of ${productName}`,
      language: 'en',
      ...(release && isOffered && { item: itemOf(release, address) }),
    },
  }
  return { type: 'application/rss+xml; charset=utf-8', body: await xmlOf({ rss }) }
}

function itemOf(release: Release, address: string) {
  const { version, notes, createdAt, object, signature } = release
  const type = contentTypeOf(release)
  return {
    title: notes?.title ?? `Version ${version}`,
    pubDate: new Date(createdAt).toUTCString(),
    ...(notes && { description: notesAsPage(notes) }),
    enclosure: attributes({
      url: `${address}${pathOf(release)}`,
      length: String(object.size),
      type,
      'sparkle:type': type,
      'sparkle:version': version,
      'sparkle:shortVersionString': version,
      'sparkle:os': 'windows',
      ...(signature && { 'sparkle:edSignature': signature }),
    }),
  }
}

const attributes = (values: Record<string, string>) =>
  Object.fromEntries(Object.entries(values).map(([name, value]) => [`${ATTRIBUTE}${name}`, value]))
