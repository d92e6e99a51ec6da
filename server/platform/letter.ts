type Letter = {
  productName: string
  title: string
  paragraphs: string[]
  /** The one thing to do. */
  action?: { label: string; url: string }
}

/** One quiet layout for every mail, and the same words as plain text. What people typed is text in both. */
export const letter = (parts: Letter) => ({ text: plainText(parts), html: page(parts).markup })

const plainText = ({ productName, title, paragraphs, action }: Letter) =>
  [title, ...paragraphs, ...(action ? [`${action.label}: ${action.url}`] : []), productName].join('\n\n')

/** Text that is markup already. Anything else a template is given is escaped. */
class Markup {
  readonly markup: string
  constructor(markup: string) {
    this.markup = markup
  }
}

const escape = (text: string) => text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`)

type Value = string | Markup | Value[]

const write = (value: Value): string => {
  if (Array.isArray(value)) return value.map(write).join('\n')
  return value instanceof Markup ? value.markup : escape(value)
}

const html = (strings: TemplateStringsArray, ...values: Value[]) =>
  new Markup(String.raw({ raw: strings }, ...values.map(write)))

const page = ({ productName, title, paragraphs, action }: Letter) =>
  html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width" />
        <title>${title}</title>
      </head>
      <body style="margin:0;padding:32px 16px;background:#f4f5f8;font:15px/22px Arial,sans-serif;color:#151a26">
        <div
          style="max-width:520px;margin:0 auto;background:#fff;border:1px solid #e2e5ec;border-radius:12px;padding:28px"
        >
          <h1 style="margin:0 0 16px;font-size:20px;line-height:28px">${title}</h1>
          ${paragraphs.map((paragraph) => html`<p style="margin:0 0 16px">${lines(paragraph)}</p>`)}
          ${action ? button(action) : []}
          <p style="margin:24px 0 0;color:#5b6270;font-size:13px">${productName}</p>
        </div>
      </body>
    </html>`

/** What people typed on several lines stays on several lines. */
const lines = (paragraph: string) => paragraph.split(/\r?\n/).map((line, index) => (index ? html`<br />${line}` : line))

const button = ({ label, url }: NonNullable<Letter['action']>) =>
  html`<p style="margin:24px 0">
      <a href="${url}" style="${BUTTON}">${label}</a>
    </p>
    <p style="margin:0 0 16px;color:#5b6270;font-size:13px;word-break:break-all">${url}</p>`

const BUTTON =
  'display:inline-block;background:#3655cd;color:#fff;padding:10px 18px;border-radius:8px;text-decoration:none'
