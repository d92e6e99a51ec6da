import { hash } from 'node:crypto'
import { convert } from 'html-to-text'
import PostalMime, { type Attachment, type Email } from 'postal-mime'
import { answerIn } from './answer-text.ts'

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

const MOST_BOUNDARIES = 5000

/** Bytes below which a picture between the text is a logo or a smiley. */
const SMALLEST_PICTURE = 5000

/** Returns undefined if it can't be read. `sender`: the address and the name of the portal's emails. */
export async function parseEmail(source: Uint8Array, sender: readonly string[]): Promise<ReceivedEmail | undefined> {
  if (hasMoreThan(MOST_BOUNDARIES, '\n--', Buffer.from(source.buffer))) return undefined
  const email = await PostalMime.parse(source, { forceRfc822Attachments: true }).catch(() => undefined)
  if (!email) return undefined
  const answer = withoutSecrets(answerIn(textOf(email).slice(0, MOST_CHARACTERS), sender))
  return {
    from: authorOf(email),
    messageId: email.messageId ?? hash('sha256', `${email.date} ${answer}`),
    isAutomatic: isAutomatic(email),
    answer,
    files: email.attachments.filter(isMeant).map(fileOf),
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
  if (!header || others.length > 0 || !address) return undefined
  const unquoted = header.value.replace(/"(?:[^"\\]|\\.)*"/g, '')
  const isOne = unquoted.split('@').length === 2 && unquoted.includes(address)
  return isOne && /^[\x21-\x7e]+$/.test(address) ? address : undefined
}

const textOf = ({ text, html = '' }: Email) =>
  text?.trim() ? text : convert(html.slice(0, MOST_MARKUP), { wordwrap: false, selectors: PLAIN })

const PLAIN = [
  { selector: 'a', options: { hideLinkHrefIfSameAsText: true } },
  { selector: 'img', format: 'skip' },
  ...['h1', 'h2', 'h3', 'h4', 'h5', 'h6'].map((selector) => ({ selector, options: { uppercase: false } })),
]

const withoutSecrets = (text: string) =>
  text
    .replace(/\+\d{1,9}-[\da-f]{32}(?=@)/gi, '')
    .replace(/[^\P{Cc}\n\t]/gu, '')
    .toWellFormed()

/** Notices of absence and the like: RFC 3834, and the headers of older programs. */
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
    ['x-autoreply', 'x-autorespond', 'x-auto-response-suppress'].some((name) => valueOf(name) !== '')
  )
}

const BESIDE = /^(application\/(x-)?(pkcs7|pgp)-(signature|keys)|text\/(x-)?(vcard|calendar|x-amp-html))$/

const isMeant = ({ mimeType, related, content }: Attachment) =>
  !BESIDE.test(mimeType) && (!related || bytesOf(content).length >= SMALLEST_PICTURE)

const bytesOf = (content: Attachment['content']) =>
  typeof content === 'string' ? new TextEncoder().encode(content) : new Uint8Array(content)

const fileOf = ({ filename, mimeType, content }: Attachment): EmailFile => ({
  fileName: filename?.trim() || `unnamed.${mimeType.split('/')[1]}`,
  content: bytesOf(content),
})
