import { readFile } from 'node:fs/promises'

const FILES = ['../../../../web/ui/tokens.css', 'content.css', 'frame.css']

/** The colors of the portal, dark where the system is: without scripts no page knows the choice made in the portal. */
export async function readStyle(webPage = '') {
  const texts = await Promise.all(FILES.map((file) => readFile(new URL(file, import.meta.url), 'utf8')))
  const systemic = texts.join('').replace(/^ *\.dark (\{[^}]*\})/m, '@media (prefers-color-scheme: dark) { :root $1 }')
  const font = /\/assets\/inter[^"]*\.woff2/.exec(webPage)?.[0]
  return font
    ? `@font-face { font-family: Inter; font-weight: 100 900; font-display: swap; src: url('${font}') }\n${systemic}`
    : systemic
}
