import { readFile } from 'node:fs/promises'
import type { Tokens } from 'marked'
import { escape, slugOf } from './html.ts'
import { GUIDES, guideAddress, type Section } from './layout.ts'

const docs = new URL('../../../../docs/', import.meta.url)

/** The address in docs/api.md, in whose place a portal shows its own. */
const EXAMPLE_PORTAL = 'https://portal.example.com'

/** A page of docs/ as HTML. Links to pages that are not for developers become their text. */
export async function renderGuide(file: string, publicUrl: string) {
  const { Marked } = await import('marked')
  const text = await readFile(new URL(file, docs), 'utf8')
  const sections: Section[] = []
  const marked = new Marked({
    renderer: {
      heading({ tokens, depth, text: title }: Tokens.Heading) {
        const id = slugOf(title)
        if (depth === 2) sections.push({ id, title: title.replaceAll('`', '') })
        return depth === 1 ? '' : `<h${depth} id="${id}">${this.parser.parseInline(tokens)}</h${depth}>\n`
      },
      code: ({ text: code }: Tokens.Code) => showCode(code),
      table(token: Tokens.Table) {
        const rows = token.rows.map((row) => row.map((cell) => `<td>${this.parser.parseInline(cell.tokens)}</td>`))
        const head = token.header.map((cell) => `<th scope="col">${this.parser.parseInline(cell.tokens)}</th>`)
        return showTable(
          head.join(''),
          rows.map((row) => row.join('')),
        )
      },
      link({ href, tokens }: Tokens.Link) {
        const label = this.parser.parseInline(tokens)
        const address = addressOf(href)
        return address === undefined ? label : `<a href="${escape(address)}">${label}</a>`
      },
      checkbox: () => '',
      html: ({ text: html }: Tokens.HTML | Tokens.Tag) => escape(html),
    },
  })
  const content = await marked.parse(text.replaceAll(EXAMPLE_PORTAL, publicUrl))
  return { title: /^# (.+)/.exec(text)?.[1] ?? file, sections, content }
}

export const showCode = (code: string) => `<pre tabindex="0"><code>${escape(code.trimEnd())}</code></pre>\n`

export const showTable = (head: string, rows: string[]) =>
  `<div class="scroll" tabindex="0"><table><thead><tr>${head}</tr></thead><tbody>${rows
    .map((row) => `<tr>${row}</tr>`)
    .join('')}</tbody></table></div>\n`

function addressOf(href: string) {
  if (/^(https?:|#)/.test(href)) return href
  const [file = '', anchor] = href.split('#')
  const guide = GUIDES.find((one) => one.file === file)
  return guide && `${guideAddress(guide.slug)}${anchor ? `#${anchor}` : ''}`
}
