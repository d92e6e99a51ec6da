import { plainText } from '#contract/support/plain-text.ts'

const CHARACTERS = 150

/** Enough Markdown to have that many characters left without its signs. */
const LOOKED_AT = 20 * CHARACTERS

/** The first characters of what a document says. */
export function previewOf(content: string) {
  const text = plainText(content.slice(0, LOOKED_AT))
  const characters = Array.from(text.slice(0, 2 * CHARACTERS + 2))
  return characters.length > CHARACTERS ? `${characters.slice(0, CHARACTERS).join('')}…` : text
}
