import { TAGS } from '#server/operations/developers/document/tags.ts'
import { escape, slugOf } from './html.ts'

export const GUIDES = [
  { slug: '', file: 'api.md', name: 'Call the API' },
  { slug: 'webhooks', file: 'webhooks.md', name: 'Webhooks' },
  { slug: 'command-line', file: 'command-line.md', name: 'Command line' },
  { slug: 'protocol', file: 'protocol.md', name: 'Device protocol' },
  { slug: 'integrate', file: 'integrate.md', name: 'Integrate an application' },
] as const

export const guideAddress = (slug: string) => (slug ? `/developers/${slug}` : '/developers')
export const tagAddress = (name: string) => `/developers/reference/${slugOf(name)}`

export type Section = { id: string; title: string }
type Page = { title: string; address: string; sections: Section[]; content: string }

const MARK =
  '<svg viewBox="0 0 32 32" width="28" height="28" aria-hidden="true"><rect width="32" height="32" rx="8" fill="#3655cd"/><g fill="none" stroke="#fff" stroke-width="2.6" stroke-linecap="round" stroke-linejoin="round"><circle cx="12.5" cy="19.5" r="4.5"/><path d="m15.8 16.2 7.7-7.7m-3.4 3.4 3 3"/></g></svg>'

/** A page without scripts. */
export const layOut = (productName: string, page: Page) => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${escape(`${page.title} | ${productName} for developers`)}</title>
<link rel="icon" href="/icon-192.png">
<link rel="stylesheet" href="/developers/style.css">
</head>
<body>
<a class="skip" href="#content">Skip to content</a>
<header>
<a class="brand" href="/developers">${MARK}<span>${escape(productName)} <b>Developers</b></span></a>
<a class="portal" href="/">Open the portal</a>
</header>
<div class="columns">
<nav class="wide" aria-label="Pages">${menuOf(page)}</nav>
<details class="narrow"><summary>All pages</summary><nav aria-label="Pages">${menuOf(page)}</nav></details>
<main id="content" tabindex="-1">
<h1>${escape(page.title)}</h1>
${page.content}
</main>
</div>
</body>
</html>`

const menuOf = (page: Page) =>
  [
    '<p>Guides</p>',
    listOf(
      GUIDES.map(({ slug, name }) => ({ name, address: guideAddress(slug) })),
      page,
    ),
    '<p>Reference</p>',
    listOf(
      TAGS.map(({ name }) => ({ name, address: tagAddress(name) })),
      page,
    ),
    '<p>For tools</p>',
    '<ul><li><a href="/developers/openapi.json">OpenAPI document</a></li></ul>',
  ].join('\n')

const listOf = (links: { name: string; address: string }[], page: Page) =>
  `<ul>${links
    .map(({ name, address }) =>
      address === page.address
        ? `<li><a href="${address}" aria-current="page">${escape(name)}</a>${sectionsOf(page)}</li>`
        : `<li><a href="${address}">${escape(name)}</a></li>`,
    )
    .join('')}</ul>`

const sectionsOf = ({ sections }: Page) =>
  sections.length === 0
    ? ''
    : `<ul>${sections.map(({ id, title }) => `<li><a href="#${escape(id)}">${escape(title)}</a></li>`).join('')}</ul>`
