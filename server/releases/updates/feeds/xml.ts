import { once } from '#server/platform/http/answers/compressed.ts'

export const ATTRIBUTE = '@'

const openBuilder = once(async () => {
  const { XMLBuilder } = await import('fast-xml-parser')
  return new XMLBuilder({ ignoreAttributes: false, attributeNamePrefix: ATTRIBUTE, textNodeName: '#', format: true })
})

/** Characters that XML cannot contain. */
const FORBIDDEN = /[^\t\n\r\u{20}-\u{d7ff}\u{e000}-\u{fffd}\u{10000}-\u{10ffff}]/gu

export async function xmlOf(elements: object) {
  const builder = await openBuilder()
  return `<?xml version="1.0" encoding="UTF-8"?>\n${builder.build(elements)}`.toWellFormed().replace(FORBIDDEN, '')
}

const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }

export const escapeHtml = (text: string) => text.replace(/[&<>"']/g, (character) => ENTITIES[character] ?? character)
