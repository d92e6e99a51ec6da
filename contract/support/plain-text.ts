/** What Markdown's signs leave when they are taken away. Each pattern reads a text once, however it is written. */
const signs: [sign: RegExp, words: string][] = [
  // Fences of code, and lines that only draw: rules, underlined headings, the line below a table's head.
  [/^ {0,3}(?:`{3,}|~{3,}).*$/gm, ''],
  [/^[ \t|:*_=-]+$/gm, ''],
  [/^[ \t]*(?:#{1,6}|>|[-*+]|\d{1,9}[.)])[ \t]+/gm, ''],
  [/^[ \t]*\||\|[ \t]*$|[ \t]\|[ \t]/gm, ' '],
  // [words](address "title"), ![words](address) and <address>
  [/!?\[([^[\]\n]*)\]\([^()\n]*\)/g, '$1'],
  [/<((?:https?:|mailto:)[^<>\s]*)>/g, '$1'],
  [/(?<!\\)[*`]+|~~/g, ''],
  [/(?<![\p{L}\p{N}_\\])_+|_+(?![\p{L}\p{N}_])/gu, ''],
  [/\\([!-/:-@[-`{-~])/g, '$1'],
]

/** Markdown as one line of words. Near enough for a preview; what shows a document renders it. */
export const plainText = (markdown: string) =>
  signs
    .reduce((text, [sign, words]) => text.replace(sign, words), markdown)
    .replace(/\s+/g, ' ')
    .trim()
