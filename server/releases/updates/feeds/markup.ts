import { XMLBuilder } from 'fast-xml-parser'

/** Before the name of an attribute. */
export const ATTRIBUTE = '@'

const builder = new XMLBuilder({
  ignoreAttributes: false,
  attributeNamePrefix: ATTRIBUTE,
  textNodeName: '#',
  format: true,
})

/** XML has no way to write these at all. */
const FORBIDDEN = /[^\t\n\r\u{20}-\u{d7ff}\u{e000}-\u{fffd}\u{10000}-\u{10ffff}]/gu

/** A document of these elements; their texts and attributes are escaped. */
export const xmlOf = (elements: object) =>
  `<?xml version="1.0" encoding="UTF-8"?>\n${builder.build(elements)}`.toWellFormed().replace(FORBIDDEN, '')

const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }

export const escapeHtml = (text: string) => text.replace(/[&<>"']/g, (character) => ENTITIES[character] ?? character)
