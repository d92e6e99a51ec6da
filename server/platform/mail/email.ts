import type { MailKind } from '#contract/operations/emails/mail-kinds.ts'
import { html, lines, type Markup } from './markup.ts'

/** A labeled value: 'Amount', 'R1234.50'. May have several lines. */
export type Fact = { label: string; value: string }

export type Entry = { description: string; amount: string }

/** A paragraph, a quote or a table. */
export type Block = string | { quote: string } | { facts: Fact[] } | { entries: Entry[] }

export type Email = {
  kind: MailKind
  to: string
  subject: string
  text: string
  html: string
  /** The id of the ticket that it is about. Mail programs show its emails together. */
  thread?: string | undefined
}

type Parts = {
  productName: string
  top?: string | undefined
  title: string
  paragraphs: Block[]
  action?: { label: string; url: string }
  /** Why the person receives it, and where to unsubscribe. */
  why?: { sentence: string; stop?: { label: string; url: string } }
}

/** Renders one layout for every email, and the same words as plain text. User input is text in both. */
export const renderEmail = (parts: Parts) => {
  const safe = { ...parts, title: unlinked(parts.title), paragraphs: parts.paragraphs.map(unlinkedBlock) }
  return { text: plainText(safe), html: page(safe).markup }
}

/** Includes the full stops of other scripts, which domains may contain. */
const DOT = /[.\u3002\uff0e\uff61](?=\p{L}{2})/gu

/**
 * Email programs turn bare domains into links, even a name like 'Acme.io Ltd'. An invisible character after the dot prevents that. Full
 * URLs are our own, because names cannot contain any.
 */
const unlinked = (text: string) =>
  text.replace(/\S+/g, (word) => (/@|:\/\//.test(word) ? word : word.replace(DOT, '$&\u200c')))

function unlinkedBlock(block: Block): Block {
  if (typeof block === 'string') return unlinked(block)
  if ('facts' in block) return { facts: block.facts.map(({ label, value }) => ({ label, value: unlinked(value) })) }
  if ('entries' in block)
    return { entries: block.entries.map((entry) => ({ ...entry, description: unlinked(entry.description) })) }
  return block
}

const plainText = ({ productName, top, title, paragraphs, action, why }: Parts) =>
  [
    ...(top ? [top] : []),
    title,
    ...paragraphs.map(plainBlock),
    ...(action ? [`${action.label}: ${action.url}`] : []),
    [productName, ...(why ? plainWhy(why) : [])].join('\n'),
  ].join('\n\n')

const plainWhy = ({ sentence, stop }: NonNullable<Parts['why']>) => [
  sentence,
  ...(stop ? [`${stop.label}: ${stop.url}`] : []),
]

function plainBlock(block: Block) {
  if (typeof block === 'string') return block
  if ('quote' in block) return block.quote
  if ('facts' in block) return block.facts.map(plainFact).join('\n')
  return block.entries.map(({ description, amount }) => `- ${description}: ${amount}`).join('\n')
}

/** Several lines follow below their label. */
const plainFact = ({ label, value }: Fact) =>
  /[\r\n]/.test(value) ? `${label}:\n${value.replace(/^/gm, '  ')}` : `${label}: ${value}`

/**
 * Tables, because email programs on Windows support no other layout. Every color has its background, and the page declares itself light, so
 * that dark mode inverts both or neither. The whole button is a link; Outlook ignores its padding, so the cell has it.
 */
const page = ({ productName, top, title, paragraphs, action, why }: Parts) =>
  html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width" />
        <meta name="color-scheme" content="light" />
        <meta name="supported-color-schemes" content="light" />
        <title>${title}</title>
      </head>
      <body style="margin:0;padding:0;background:#f4f5f8;${TEXT};color:#151a26">
        <table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="background:#f4f5f8">
          <tr>
            <td align="center" style="padding:32px 12px">
              <table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="${CARD}">
                <tr>
                  <td style="padding:28px 24px;${TEXT};color:#151a26">
                    ${top ? html`<p style="margin:0 0 16px;color:#5b6270;font-size:13px">${top}</p>` : []}
                    <h1 style="margin:0 0 16px;font-size:20px;line-height:28px;word-break:break-word">${title}</h1>
                    ${paragraphs.map(block)}${action ? button(action) : []}
                    <p style="${FOOT};border-top:1px solid #e2e5ec">${productName}${why ? reason(why) : []}</p>
                  </td>
                </tr>
              </table>
            </td>
          </tr>
        </table>
      </body>
    </html>`

function block(block: Block): Markup {
  if (typeof block === 'string') return html`<p style="margin:0 0 16px;word-break:break-word">${lines(block)}</p>`
  if ('quote' in block) return html`<p style="${QUOTE}">${lines(block.quote)}</p>`
  return table('facts' in block ? block.facts.map(fact) : block.entries.map(entry))
}

const table = (rows: Markup[]) =>
  html`<table width="100%" cellpadding="0" cellspacing="0" style="margin:0 0 16px;border-collapse:collapse">
    ${rows}
  </table>`

const fact = ({ label, value }: Fact) =>
  html`<tr>
    <th scope="row" align="left" style="${CELL};width:36%;color:#5b6270;font-weight:normal">${label}</th>
    <td style="${CELL};padding-left:12px;font-weight:bold;word-break:break-word">${lines(value)}</td>
  </tr>`

const entry = ({ description, amount }: Entry) =>
  html`<tr>
    <td style="${CELL};word-break:break-word">${description}</td>
    <td align="right" style="${CELL};padding-left:12px;white-space:nowrap">${amount}</td>
  </tr>`

const button = ({ label, url }: NonNullable<Parts['action']>) =>
  html`<table role="presentation" cellpadding="0" cellspacing="0" style="margin:24px 0">
      <tr>
        <td bgcolor="#3655cd" style="background:#3655cd;border-radius:8px;mso-padding-alt:10px 18px">
          <a href="${url}" style="${TEXT};display:inline-block;padding:10px 18px;color:#fff;text-decoration:none"
            >${label}</a
          >
        </td>
      </tr>
    </table>
    <p style="margin:0 0 16px;color:#5b6270;font-size:13px;word-break:break-all">${url}</p>`

const reason = ({ sentence, stop }: NonNullable<Parts['why']>) => [
  html`<br />${sentence}`,
  ...(stop
    ? [html`<br />${stop.label}: <a href="${stop.url}" style="color:#5b6270;word-break:break-all">${stop.url}</a>`]
    : []),
]

const TEXT = 'font:15px/22px Arial,sans-serif'
const FOOT = 'margin:24px 0 0;padding:16px 0 0;color:#5b6270;font-size:13px;line-height:20px'
const QUOTE = 'margin:0 0 16px;padding:2px 0 2px 14px;border-left:3px solid #c9cfdb;word-break:break-word'
const CARD = 'max-width:560px;background:#fff;border:1px solid #e2e5ec;border-radius:12px'
const CELL = `${TEXT};padding:7px 0;border-top:1px solid #e2e5ec;vertical-align:top`
