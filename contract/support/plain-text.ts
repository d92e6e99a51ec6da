/** Markdown syntax to remove. Each pattern reads the text once, whatever its content. */
const signs: [sign: RegExp, words: string][] = [
  // Code fences and lines without words: rules, underlines of headings, separators of tables.
  [/^ {0,3}(?:`{3,}|~{3,}).*$/gm, ''],
  [/^[ \t|:*_=-]+$/gm, ''],
  [/^[ \t]*(?:#{1,6}|>|[-*+]|\d{1,9}[.)])[ \t]+/gm, ''],
  [/^[ \t]*\||\|[ \t]*$|[ \t]\|[ \t]/gm, ' '],
  // [words](address "title"), ![words](address) and <address>
  [/!?\[([^[\]\n]*)\]\([^()\n]*\)/g, '$1'],
  [/<((?:https?:|mailto:)[^<>\s]*)>/g, '$1'],
  [/(?<!\\)[*`]+|~~/g, ''],
  [/(?<![\p{L}\p{N}_\\])_+|(?<!_)_+(?![\p{L}\p{N}_])/gu, ''],
  [/\\([!-/:-@[-`{-~])/g, '$1'],
]

/** Returns Markdown as one line of words, for previews. */
export const plainText = (markdown: string) =>
  signs
    .reduce((text, [sign, words]) => text.replace(sign, words), markdown)
    .replace(/\s+/g, ' ')
    .trim()
