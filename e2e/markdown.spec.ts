import type { Locator, Page } from '@playwright/test'
import { makeDocument } from '#demo/rows/documents.ts'
import { makeTicket } from '#demo/rows/tickets.ts'
import { expect, test } from './fixtures.ts'
import { payloads } from './markdown-payloads.ts'

const TITLE = '<img src=x onerror=alert(1)> {{title}}'

/** Everything that should not happen while a page is open. */
function watch(page: Page, baseURL = '') {
  const seen: string[] = []
  page.on('dialog', (dialog) => {
    seen.push(`dialog ${dialog.message()}`)
    void dialog.dismiss()
  })
  page.on('pageerror', ({ message }) => seen.push(`error ${message}`))
  // The policy of the page would stop most of it. It is not to be asked.
  page.on(
    'console',
    (message) => /Content Security Policy|Refused to/.test(message.text()) && seen.push(message.text()),
  )
  page.on('request', (request) => request.url().startsWith(baseURL) || seen.push(`asked ${request.url()}`))
  return seen
}

/** The elements and attributes in rendered Markdown that are not allowed. */
const offensesIn = (place: Locator) =>
  place.locator('.markdown *').evaluateAll((elements) => {
    const tags = /^(p|br|hr|h[3-6]|strong|em|del|code|pre|blockquote|ul|ol|li|a|img|table|thead|tbody|tr|th|td)$/i
    const values: Record<string, RegExp> = {
      href: /^/,
      rel: /^noopener noreferrer$/,
      target: /^_blank$/,
      src: /^/,
      alt: /^/,
      align: /^(left|center|right)$/,
      start: /^\d+$/,
    }
    // As the browser reads the address, not as it is written.
    const leadsSomewhereSafe = (element: Element) =>
      element instanceof HTMLAnchorElement
        ? /^(https?|mailto):$/.test(element.protocol)
        : !(element instanceof HTMLImageElement) || new URL(element.src).origin === location.origin
    return elements.flatMap((element) => {
      if (element.matches('div.markdown-scroll')) return []
      const wrong = Array.from(element.attributes).filter(({ name, value }) => !values[name]?.test(value))
      const isAllowed = tags.test(element.tagName) && wrong.length === 0 && leadsSomewhereSafe(element)
      return isAllowed ? [] : [element.outerHTML.slice(0, 200)]
    })
  })

/** Documents of one tag, each with another payload and, after it, its number. */
async function publish(db: Parameters<typeof makeDocument>[0]) {
  const mark = `ilou${crypto.randomUUID().slice(0, 8)}`
  const numbered = payloads.map((payload, place) => ({ payload, end: `${mark} end ${place}.` }))
  for (const { payload, end } of numbered)
    await makeDocument(db, { title: `${TITLE} ${end}`, content: `${payload}\n\n${end}`, tags: [mark], type: 'guide' })
  return { mark, numbered }
}

test('no document runs, asks or restyles anything: in its preview, its excerpt, its suggestion and when it is read', async ({
  page,
  db,
  signIn,
  baseURL,
}) => {
  test.slow()
  const { mark, numbered } = await publish(db)
  const seen = watch(page, baseURL)
  await signIn({ role: 'customer' })
  await page.goto(`/support?tab=documentation&tag=${mark}`)
  const cards = page.getByRole('article')
  await expect(cards).toHaveCount(payloads.length)
  for (const { end } of numbered) {
    await cards.filter({ hasText: end }).getByRole('button', { name: 'View' }).click()
    const dialog = page.getByRole('dialog', { name: `${TITLE} ${end}` })
    await expect(dialog.locator('.markdown')).toContainText(end)
    expect([end, await offensesIn(dialog), seen]).toEqual([end, [], []])
    await dialog.getByRole('button', { name: 'Dismiss' }).click()
    await expect(dialog).toHaveCount(0)
  }

  await page.goto(`/support?tab=documentation&search=${mark}`)
  await expect(page.locator('mark').filter({ hasText: mark }).first()).toBeVisible()
  await page.goto('/support?new=1')
  await page.getByLabel('Title').fill(mark)
  const suggested = page.getByRole('region', { name: 'Suggested documentation' })
  await expect(suggested.getByRole('button').first()).toContainText(TITLE)
  expect(seen).toEqual([])
  expect(await page.locator('img[src=x], script:not([src]):not([type]) + img').count()).toBe(0)
})

test('no text does so either while it is written', async ({ page, signIn, baseURL }) => {
  test.slow()
  const seen = watch(page, baseURL)
  await signIn({ role: 'agent' })
  await page.goto('/support?tab=documentation')
  await page.getByRole('button', { name: 'New Document' }).click()
  const preview = page.getByRole('region', { name: 'Preview' })
  for (const [place, payload] of payloads.entries()) {
    await page.getByLabel('Content').fill(`${payload}\n\nend ${place}.`)
    await expect(preview.locator('.markdown')).toContainText(`end ${place}.`)
    expect([payload, await offensesIn(preview), seen]).toEqual([payload, [], []])
  }
})

test('honest Markdown looks as it is meant to, below the title of its dialog', async ({ page, db, signIn }) => {
  const content = [
    '# Heading\n\nRead **this**, _that_ and `code`: [outside](https://example.com/a?b=1), [inside](/billing), <a@b.example>.',
    '1. one\n2. two\n\n- [x] done\n\n> quoted\n\n| Port | Use |\n|---|--:|\n| 443 | all |\n\n```sh\nrun --now\n```',
    '![Mark](/missing.png) ![Elsewhere](https://example.com/a.png)',
  ].join('\n\n')
  const { id } = await makeDocument(db, { content })
  await signIn({ role: 'customer' })
  await page.goto(`/support?tab=documentation&document=${id}`)
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByRole('heading', { name: 'Heading', level: 3 })).toBeVisible()
  const outside = dialog.getByRole('link', { name: 'outside' })
  await expect(outside).toHaveAttribute('href', 'https://example.com/a?b=1')
  await expect(outside).toHaveAttribute('target', '_blank')
  await expect(outside).toHaveAttribute('rel', 'noopener noreferrer')
  await expect(dialog.getByRole('link', { name: 'inside' })).not.toHaveAttribute('target')
  await expect(dialog.getByRole('link', { name: 'a@b.example' })).toHaveAttribute('href', 'mailto:a@b.example')
  await expect(dialog.getByRole('columnheader', { name: 'Use' })).toHaveCSS('text-align', 'end')
  await expect(dialog.locator('pre')).toHaveText('run --now\n')
  await expect(dialog.getByRole('listitem').filter({ hasText: 'done' })).toHaveText('☑ done')
  await expect(dialog.getByRole('checkbox')).toHaveCount(0)
  await expect(dialog.getByRole('img', { name: 'Mark' })).toHaveAttribute('src', '/missing.png')
  await expect(dialog.getByRole('img', { name: 'Elsewhere' })).toHaveCount(0)
  await expect(dialog.getByText('Elsewhere')).toBeVisible()
})

test('no image in a message calls the portal in the name of its reader, except an attached one', async ({
  page,
  db,
  signIn,
  baseURL,
}) => {
  const customer = await signIn({ role: 'customer' })
  const facts = { organizationId: customer.organizationId, userId: customer.userId }
  const attached = `/api/tickets/${crypto.randomUUID()}/attachments/${crypto.randomUUID()}?view=1`
  const calls = [
    '/api/admin/organizations/export',
    '/api/tickets/1/events',
    '/%61pi/audit/export',
    '/x/../api/licenses/export',
    '/api%2flicenses/export',
    '/updates/public/stable/update.json',
    '/%ff',
  ]
  const images = ['/missing.png', ...calls, attached].map((address, place) => `![Picture ${place}](${address})`)
  const { id } = await makeTicket(db, { ...facts, description: images.join('\n\n') })
  await signIn({ role: 'admin' })
  const asked: string[] = []
  page.on('request', (request) => {
    if (request.resourceType() === 'image') asked.push(request.url().replace(baseURL ?? '', ''))
  })
  await page.goto(`/support?ticket=${id}`)
  const text = page.getByRole('dialog').locator('.markdown')
  await expect.poll(() => asked.toSorted()).toEqual([attached, '/missing.png'])
  await expect(text.getByText('Picture 7')).toBeVisible()
})
