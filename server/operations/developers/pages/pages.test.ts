import { expect, test } from 'vitest'
import { app } from '#server/testing/testing.ts'

const read = async (url: string) => (await app.inject({ url })).body

const start = await read('/developers')
const addressesIn = (page: string) => Array.from(page.matchAll(/ href="([^"]+)"/g), ([, address = '']) => address)
const pages = [...new Set(addressesIn(start).filter((address) => /^\/developers(?!.*\.)/.test(address)))]
const texts = new Map(await Promise.all(pages.map(async (page) => [page, await read(page)] as const)))

test('anyone may read the guides and the reference, which contain no code for the browser', async () => {
  expect(pages.length).toBeGreaterThan(15)
  for (const url of pages) {
    const { statusCode, headers, body } = await app.inject({ url })
    expect([url, statusCode, headers['content-type']]).toEqual([url, 200, 'text/html; charset=utf-8'])
    expect(String(headers['content-security-policy'])).toContain("script-src 'self'")
    expect(body, url).not.toMatch(/<script|<style| style=| on\w+="|\[object/)
  }
  const style = await app.inject({ url: '/developers/style.css' })
  expect([style.headers['content-type'], style.body]).toEqual([
    'text/css; charset=utf-8',
    expect.stringMatching(/prefers-color-scheme: dark\) \{\s*:root \{/),
  ])
})

test('each link within the pages leads to a page and a place that exist', async () => {
  for (const [page, text] of texts) {
    for (const address of addressesIn(text)) {
      const { pathname, hash } = new URL(address, `http://portal${page}`)
      const target = texts.get(pathname) ?? (await read(pathname))
      if (hash)
        expect([page, address, target.includes(`id="${decodeURIComponent(hash.slice(1))}"`)]).toEqual([
          page,
          address,
          true,
        ])
      else if (pathname.startsWith('/developers'))
        expect([page, address, target.length > 100]).toEqual([page, address, true])
    }
  }
})

test('each operation is on one page, with its address', async () => {
  const { paths } = JSON.parse(await read('/developers/openapi.json')) as { paths: Record<string, object> }
  const all = [...texts.values()].join('')
  for (const [path, item] of Object.entries(paths))
    for (const [method, { operationId }] of Object.entries<{ operationId: string }>({ ...item })) {
      const [, section = ''] = all.split(`<section class="call" id="${operationId}">`)
      expect([operationId, section.split('</section>')[0]]).toEqual([
        operationId,
        expect.stringContaining(`>${method.toUpperCase()}</b> <code>${path}</code>`),
      ])
    }
})

test('an operation shows an example of its answer', () => {
  const [, section = ''] = (texts.get('/developers/reference/licenses') ?? '').split('id="licenses.usage">')
  expect(section.split('</section>')[0]).toContain('&#34;versions&#34;: [')
})

test('a long choice has one value on each line', () => {
  const [, shape = ''] = (texts.get('/developers/reference/licenses') ?? '').split('id="FindingCode">')
  expect(shape).toContain('&#34;VALID&#34;\n  | &#34;NOT_FOUND&#34;\n')
  const inOneLine = [...texts.values()].flatMap(
    (text) => text.match(/&#34;[\w.-]+&#34;(?: \| &#34;[\w.-]+&#34;)+/g) ?? [],
  )
  expect(inOneLine.length).toBeGreaterThan(0)
  for (const line of inOneLine) expect(line.replaceAll('&#34;', '"').length, line).toBeLessThanOrEqual(120)
})

test('an unknown page is a 404', async () => {
  for (const url of ['/developers/nothing', '/developers/reference/nothing', '/developers/reference/__proto__'])
    expect((await app.inject({ url })).statusCode).toBe(404)
})
