import { hash } from 'node:crypto'
import { convert } from 'html-to-text'
import PostalMime, { type Attachment, type Email } from 'postal-mime'
import { answerIn } from './answer-text.ts'

export type EmailFile = { fileName: string; content: Uint8Array<ArrayBuffer> }

export type ReceivedEmail = {
  from: string | undefined
  /** Of its bytes, if it has none. */
  messageId: string
  isAutomatic: boolean
  answer: string
  files: EmailFile[]
}

/** Characters that are searched for the answer, which may have 10,000. */
const MOST_CHARACTERS = 200_000
const MOST_MARKUP = 1_000_000

/** Bytes below which a picture between the text is a logo of a signature. */
const SMALLEST_PICTURE = 20_000

/** Throws if it can't be read. `sender`: the address and the name of the portal's emails. */
export async function parseEmail(source: Uint8Array, sender: readonly string[]): Promise<ReceivedEmail> {
  const email = await PostalMime.parse(source, { forceRfc822Attachments: true })
  return {
    from: email.from?.address,
    messageId: email.messageId ?? hash('sha256', source),
    isAutomatic: isAutomatic(email),
    answer: withoutControls(answerIn(textOf(email).slice(0, MOST_CHARACTERS), sender)),
    files: email.attachments.filter(isMeant).map(fileOf),
  }
}

const textOf = ({ text, html = '' }: Email) =>
  text?.trim() ? text : convert(html.slice(0, MOST_MARKUP), { wordwrap: false, selectors: PLAIN })

const PLAIN = [
  { selector: 'a', options: { hideLinkHrefIfSameAsText: true } },
  { selector: 'img', format: 'skip' },
  ...['h1', 'h2', 'h3', 'h4', 'h5', 'h6'].map((selector) => ({ selector, options: { uppercase: false } })),
]

const withoutControls = (text: string) => text.replace(/[^\P{Cc}\n\t]/gu, '').toWellFormed()

/** Notices of absence and the like: RFC 3834, and the headers of older programs. */
function isAutomatic({ headers }: Email) {
  const valueOf = (name: string) =>
    headers
      .find(({ key }) => key === name)
      ?.value.trim()
      .toLowerCase() ?? ''
  return (
    !['', 'no'].includes(valueOf('auto-submitted')) ||
    ['bulk', 'junk', 'list', 'auto_reply'].includes(valueOf('precedence')) ||
    valueOf('content-type').startsWith('multipart/report') ||
    ['x-autoreply', 'x-autorespond', 'list-id'].some((name) => valueOf(name) !== '')
  )
}

const SIGNATURES = /^application\/(x-)?(pkcs7|pgp)-(signature|keys)$/

function isMeant({ mimeType, related, content }: Attachment) {
  if (SIGNATURES.test(mimeType)) return false
  return !related || bytesOf(content).length >= SMALLEST_PICTURE
}

const bytesOf = (content: Attachment['content']) =>
  typeof content === 'string' ? new TextEncoder().encode(content) : new Uint8Array(content)

const fileOf = ({ filename, mimeType, content }: Attachment): EmailFile => ({
  fileName: filename?.trim() || `picture.${mimeType.split('/')[1]}`,
  content: bytesOf(content),
})
