import createSanitizer from 'dompurify'
import { Marked, type RendererObject, type TokenizerObject } from 'marked'

/** Raw HTML is shown as text. */
const tokenizer: TokenizerObject = { html: () => undefined, tag: () => undefined }

/** Headings start below the title of the surrounding dialog. */
const LEVELS_ABOVE = 2

const renderer: RendererObject = {
  heading({ tokens, depth }) {
    const level = Math.min(depth + LEVELS_ABOVE, 6)
    return `<h${level}>${this.parser.parseInline(tokens)}</h${level}>`
  },
  // Not a checkbox that looks clickable.
  checkbox: ({ checked }) => (checked ? '☑ ' : '☐ '),
}

const marked = new Marked({ tokenizer, renderer })

/** In a message a line break is one. */
const markedMessage = new Marked({ tokenizer, renderer, breaks: true })

const TEXT = ['p', 'br', 'hr', 'h3', 'h4', 'h5', 'h6', 'strong', 'em', 'del', 'code', 'pre', 'blockquote']
const LISTS = ['ul', 'ol', 'li', 'table', 'thead', 'tbody', 'tr', 'th', 'td']

/** The elements that Markdown produces, without anything that runs or loads. */
const allowed = {
  ALLOWED_TAGS: [...TEXT, ...LISTS, 'a', 'img'],
  ALLOWED_ATTR: ['href', 'src', 'alt', 'align', 'start'],
  ALLOW_DATA_ATTR: false,
  ALLOW_ARIA_ATTR: false,
}

const sanitizer = createSanitizer(window)

// At this point the elements are not in the page yet, so no image has been requested.
sanitizer.addHook('afterSanitizeAttributes', (element) => {
  if (element.nodeName === 'A' && !isLink(element.getAttribute('href'))) element.removeAttribute('href')
  if (element.nodeName === 'IMG' && !isOwn(element.getAttribute('src'))) element.removeAttribute('src')
})

const LINKS = ['http:', 'https:', 'mailto:']

const isLink = (address: string | null) => LINKS.includes(resolved(address)?.protocol ?? '')

/** The server decodes paths, too. */
const ACTING = /^\/(?:api|updates)\//
const ATTACHED = /^\/api\/tickets\/[\w-]+\/attachments\/[\w-]+$/

/**
 * Images only from this portal: other hosts would learn who reads the page. Of calls only attached images: others would act in the name of
 * the reader, such as an export, which is audited.
 */
function isOwn(address: string | null) {
  const url = resolved(address)
  if (url?.origin !== location.origin) return false
  const path = decoded(url.pathname)
  return path !== undefined && (!ACTING.test(path) || ATTACHED.test(path))
}

function decoded(path: string) {
  try {
    return decodeURIComponent(path)
  } catch {
    return undefined
  }
}

const resolved = (address: string | null) =>
  address !== null && URL.canParse(address, location.href) ? new URL(address, location.href) : null

/** Sanitizes and inserts the same elements. Serializing and parsing again could change their meaning. */
export function renderMarkdown(text: string, { hasAnchors = false, keepsBreaks = false } = {}): DocumentFragment {
  const fragment = sanitizer.sanitize(htmlOf(text, keepsBreaks ? markedMessage : marked), {
    ...allowed,
    RETURN_DOM_FRAGMENT: true,
  })
  for (const link of fragment.querySelectorAll('a')) finishLink(link)
  for (const image of fragment.querySelectorAll('img:not([src])')) image.replaceWith(image.getAttribute('alt') ?? '')
  if (hasAnchors) addAnchors(fragment)
  for (const wide of fragment.querySelectorAll<HTMLElement>('table, pre')) letScroll(wide)
  return fragment
}

/** Each heading becomes a link to itself. Without ids, which could collide with those of the page; the renderer finds it by its link. */
function addAnchors(fragment: DocumentFragment) {
  const taken = new Map<string, number>()
  for (const heading of fragment.querySelectorAll('h3, h4, h5, h6')) {
    if (heading.querySelector('a')) continue
    const slug = slugOf(heading.textContent)
    const count = (taken.get(slug) ?? 0) + 1
    taken.set(slug, count)
    const link = document.createElement('a')
    link.href = `${ANCHOR}${slug}${count > 1 ? `-${count}` : ''}`
    link.rel = 'noopener noreferrer'
    link.append(...heading.childNodes)
    heading.append(link)
  }
}

const ANCHOR = '#section-'

const slugOf = (words: string) =>
  words
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, '-')
    .replaceAll(/^-|-$/g, '')

function htmlOf(text: string, parser: Marked) {
  try {
    return parser.parse(text, { async: false })
  } catch {
    // Nested deeper than anything a person writes.
    const pre = document.createElement('pre')
    pre.textContent = text
    return pre.outerHTML
  }
}

function finishLink(link: HTMLAnchorElement) {
  const address = resolved(link.getAttribute('href'))
  if (!address) return link.replaceWith(...link.childNodes)
  link.rel = 'noopener noreferrer'
  if (address.origin !== location.origin && address.protocol !== 'mailto:') link.target = '_blank'
}

/** Wide content scrolls inside its column, also by keyboard. */
function letScroll(wide: HTMLElement) {
  const frame = document.createElement('div')
  frame.className = 'markdown-scroll'
  frame.tabIndex = 0
  wide.replaceWith(frame)
  frame.append(wide)
}
