import { hash } from 'node:crypto'
import { convert, type FormatCallback } from 'html-to-text'
import PostalMime, { type Attachment, type Email } from 'postal-mime'
import { answerIn, type MailSender } from './answer-text.ts'

export type EmailFile = { fileName: string; content: Uint8Array<ArrayBuffer> }

export type ReceivedEmail = {
  /** Undefined unless it is one address, the same for every reader. */
  from: string | undefined
  messageId: string
  isAutomatic: boolean
  answer: string
  files: EmailFile[]
}

/** Characters that are searched for the answer, which may have 10,000. */
const MOST_CHARACTERS = 200_000
const MOST_MARKUP = 1_000_000

const MOST_BOUNDARIES = 50_000

const SMALLEST_PICTURE_BYTES = 5000

export async function parseEmail(source: Uint8Array, sender: MailSender): Promise<ReceivedEmail | undefined> {
  if (hasMoreThan(MOST_BOUNDARIES, '\n--', Buffer.from(source.buffer, source.byteOffset, source.byteLength)))
    return undefined
  const email = await new Parser({ forceRfc822Attachments: true }).parse(source).catch(() => undefined)
  if (!email) return undefined
  const text = textOf(email)
  if (text === undefined) return undefined
  const answer = withoutSecrets(answerIn(text.slice(0, MOST_CHARACTERS), sender))
  return {
    from: authorOf(email),
    messageId: idOf(email) ?? hash('sha256', `${email.date} ${answer}`),
    isAutomatic: isAutomatic(email),
    answer,
    files: email.attachments.filter(isFile).map(fileOf),
  }
}

const idOf = ({ messageId = '' }: Email) => (/[^<>\s]/.test(messageId) ? messageId : undefined)

type Part = {
  contentType: { parsed: { value: string } }
  contentDisposition: { parsed: { value: string; params: Record<string, string> } }
}

/** The library adds to the answer what a phone sends 'inline', also a log with the name of a file. */
class Parser extends PostalMime {
  isInlineTextNode({ contentType, contentDisposition: { parsed: disposition } }: Part) {
    const type = contentType.parsed.value
    const isNamed = type === 'text/plain' && Boolean(disposition.params['filename'])
    return ['text/plain', 'text/html'].includes(type) && disposition.value !== 'attachment' && !isNamed
  }
}

function hasMoreThan(most: number, text: string, source: Buffer) {
  let place = source.indexOf(text)
  for (let count = 1; place !== -1 && count <= most; count++) place = source.indexOf(text, place + text.length)
  return place !== -1
}

/** Filters of forged senders read several From headers, addresses or encoded names in other ways than programs that show them. */
function authorOf({ headers, from }: Email) {
  const [header, ...others] = headers.filter(({ key }) => key === 'from')
  const address = from?.address
  if (!header || others.length > 0 || !address || !/^[\x21-\x7e]+$/.test(address)) return undefined
  const named = header.value.match(/[^\s<>()[\],:;"]+@[^\s<>()[\],:;"]+/g) ?? []
  return named.length > 0 && named.every((one) => one.replace(/^'|'$/g, '') === address) ? address : undefined
}

function textOf({ text, html = '' }: Email) {
  if (text?.trim()) return text
  // As one repetition, a picture of some megabytes overflows the stack.
  const markup = html.replace(/data:[^"'\s>]{1000}[^"'\s>]*/g, '')
  return markup.length > MOST_MARKUP ? undefined : wordsOf(markup)
}

function wordsOf(markup: string) {
  try {
    return convert(markup, { wordwrap: false, selectors: PLAIN, formatters })
  } catch (error) {
    if (error instanceof RangeError) return undefined
    throw error
  }
}

const PLAIN = [
  { selector: 'a', options: { hideLinkHrefIfSameAsText: true } },
  { selector: 'img', format: 'skip' },
  { selector: 'tr', format: 'block' },
  ...['td', 'th'].map((selector) => ({ selector, format: 'cell' })),
  ...['h1', 'h2', 'h3', 'h4', 'h5', 'h6'].map((selector) => ({ selector, options: { uppercase: false } })),
]

const formatters: Record<string, FormatCallback> = {
  cell: ({ children }, walk, builder) => {
    walk(children, builder)
    builder.addLiteral(' ')
  },
}

const withoutSecrets = (text: string) =>
  text
    .replace(/\+\d{1,9}-[\da-f]{32}(?=@)/gi, '')
    .replace(/[^\P{Cc}\n\t]/gu, '')
    .toWellFormed()

/** Out-of-office replies and the like: RFC 3834, and the headers of older programs. */
function isAutomatic({ headers }: Email) {
  const valueOf = (name: string) =>
    headers
      .find(({ key }) => key === name)
      ?.value.trim()
      .toLowerCase() ?? ''
  const [submitted = ''] = valueOf('auto-submitted').split(/[;\s]/)
  return (
    !['', 'no'].includes(submitted) ||
    ['bulk', 'junk', 'auto_reply'].includes(valueOf('precedence')) ||
    valueOf('content-type').startsWith('multipart/report') ||
    ['x-autoreply', 'x-autorespond'].some((name) => valueOf(name) !== '') ||
    valueOf('x-auto-response-suppress') === 'all'
  )
}

const NOT_FILES =
  /^(application\/((x-)?(pkcs7|pgp)-(signature|keys)|ics)|text\/((x-)?(vcard|calendar|x-amp-html)|vnd\.google\.email-reaction\+json))$/

const isFile = ({ mimeType, ...part }: Attachment) =>
  !NOT_FILES.test(mimeType) && !(mimeType.startsWith('image/') && isDecoration(part))

const isDecoration = ({ related, disposition, content }: Omit<Attachment, 'mimeType'>) =>
  related && disposition !== 'attachment' && bytesOf(content).length < SMALLEST_PICTURE_BYTES

const bytesOf = (content: Attachment['content']) =>
  typeof content === 'string' ? new TextEncoder().encode(content) : new Uint8Array(content)

const fileOf = ({ filename, mimeType, content }: Attachment): EmailFile => ({
  fileName: filename?.trim() || (mimeType === 'message/rfc822' ? 'email.eml' : `unnamed.${mimeType.split('/')[1]}`),
  content: bytesOf(content),
})
