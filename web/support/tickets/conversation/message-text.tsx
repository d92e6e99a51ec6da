import { Markdown } from '#web/ui/text/markdown.tsx'

/** A text without Markdown is shown at once, and exactly as it was typed. */
export const MessageText = ({ text }: { text: string }) =>
  hasMarkdown(text) ? <Markdown text={text} keepsBreaks /> : <PlainText text={text} />

const BLOCK = /^ {0,3}(?:#{1,6} \S|[-*+] \S|\d{1,3}[.)] \S|> |```|~~~|\|.+\|)/m
const INLINE = /\*\*\S[^*\n]*\*\*|(?<!`)`[^`\n]+`(?!`)|\[[^\]\n]+\]\([^)\s]+\)|(?<![\w*])[*_]\w[^*_\n]*[*_](?!\w)/

export const hasMarkdown = (text: string) => BLOCK.test(text) || INLINE.test(text)

const PlainText = ({ text }: { text: string }) => (
  <p className="wrap-anywhere whitespace-pre-wrap">
    {linksIn(text).map(({ text: part, url }, place) =>
      url ? (
        <a key={place} href={url} target="_blank" rel="noreferrer nofollow" className="text-accent underline">
          {part}
        </a>
      ) : (
        part
      ),
    )}
  </p>
)

type Part = { text: string; url?: string }

/** Only http and https: 'javascript:' must never become a link. */
const URL_SHAPE = /https?:\/\/[^\s<>"'`]+/gi

/** Punctuation that ends a sentence and is not part of a URL. */
const TRAILING = /[.,;:!?)\]}]+$/

export function linksIn(text: string): Part[] {
  const parts: Part[] = []
  let end = 0
  for (const { 0: found, index } of text.matchAll(URL_SHAPE)) {
    const url = withoutTrailing(found)
    if (!URL.canParse(url)) continue
    if (index > end) parts.push({ text: text.slice(end, index) })
    parts.push({ text: url, url })
    end = index + url.length
  }
  if (end < text.length) parts.push({ text: text.slice(end) })
  return parts
}

/** 'https://en.wikipedia.org/wiki/License_(law)' keeps its closing bracket. */
function withoutTrailing(found: string) {
  const url = found.replace(TRAILING, '')
  return url.includes('(') && found[url.length] === ')' ? `${url})` : url
}
