import { expect, test } from 'vitest'
import { uploads } from '#contract/releases/uploads.ts'
import { messages, type TicketMessage } from '#contract/support/messages.ts'
import { PICTURES } from '#demo/support/files/attachment-samples.ts'
import { buildApp } from '#server/app.ts'
import { openBucket } from '#server/testing/platform/objects.ts'
import { fetchFile, pathOf, sayWith } from '#server/testing/support/attachments.ts'
import { newTicketOf } from '#server/testing/support/tickets.ts'
import { platform, signIn, stranger } from '#server/testing/testing.ts'

const customer = await signIn({ role: 'customer' })
const agent = await signIn({ role: 'agent' })
const ticket = await newTicketOf(customer)
const picture = { fileName: 'Bild "1".png', bytes: PICTURES.png }
const page = { fileName: 'page.txt', bytes: Buffer.from('<script>alert(1)</script>') }

const statusFor = async (person: { cookie?: string | undefined }, url: string) =>
  (await fetchFile(person, url)).statusCode

test('users who may read the ticket get its files; others learn nothing about them', async () => {
  const { body } = await sayWith(customer, ticket, [picture])
  const url = pathOf(ticket, body)
  for (const person of [customer, agent, await customer.colleague('org_admin'), await signIn({ role: 'admin' })])
    expect(await statusFor(person, url)).toBe(200)
  expect(await statusFor(stranger(), url)).toBe(401)
  const missing = await fetchFile(
    customer,
    pathOf(ticket, { attachments: [{ ...body.attachments[0]!, id: ticket.id }] }),
  )
  const strangers = [
    await customer.colleague('customer'),
    await signIn({ role: 'org_admin' }),
    await signIn({ role: 'customer' }),
  ]
  for (const person of strangers) {
    const refused = await fetchFile(person, url)
    expect([refused.statusCode, refused.json()]).toEqual([404, missing.json()])
  }
  const other = await newTicketOf(customer)
  expect(await statusFor(customer, pathOf(other, body))).toBe(404)
})

test('the file of an internal message is for staff only [R-ROLE-23]', async () => {
  const { body } = await sayWith(agent, ticket, [picture], { isInternal: true })
  const url = pathOf(ticket, body)
  expect(await statusFor(agent, url)).toBe(200)
  for (const person of [customer, await customer.colleague('org_admin')]) {
    expect(await statusFor(person, url)).toBe(404)
    expect(await statusFor(person, `${url}?view=1`)).toBe(404)
  }
})

test('a file is saved, a picture is shown, and neither runs anything', async () => {
  const sandboxed = {
    'content-security-policy': "default-src 'none'; sandbox",
    'x-content-type-options': 'nosniff',
    'cross-origin-resource-policy': 'same-origin',
  }
  const { body } = await sayWith(customer, ticket, [picture])
  const saved = await fetchFile(customer, pathOf(ticket, body))
  expect(saved.rawPayload.equals(PICTURES.png)).toBe(true)
  expect(saved.headers).toMatchObject({
    ...sandboxed,
    'content-type': 'image/png',
    'content-disposition': `attachment; filename="Bild -1-.png"; filename*=UTF-8''Bild%20-1-.png`,
    'cache-control': 'no-store',
  })
  const view = await fetchFile(customer, `${pathOf(ticket, body)}?view=1`)
  expect(view.headers).toMatchObject({
    ...sandboxed,
    'content-type': 'image/png',
    'content-disposition': 'inline',
    'cache-control': 'private, no-cache',
  })
  const { body: text } = await sayWith(customer, ticket, [page])
  for (const query of ['', '?view=1']) {
    const { headers } = await fetchFile(customer, `${pathOf(ticket, text)}${query}`)
    expect(headers).toMatchObject({
      ...sandboxed,
      'content-type': 'text/plain; charset=utf-8',
      'content-disposition': `attachment; filename="page.txt"; filename*=UTF-8''page.txt`,
    })
  }
})

test('a picture that is still the same is not sent again, and any part of a file can be asked for', async () => {
  const { body } = await sayWith(customer, ticket, [picture])
  const url = `${pathOf(ticket, body)}?view=1`
  const { headers } = await fetchFile(customer, url)
  const unchanged = await fetchFile(customer, url, { 'if-none-match': String(headers.etag) })
  expect([unchanged.statusCode, unchanged.headers['cache-control']]).toEqual([304, 'private, no-cache'])
  const part = await fetchFile(customer, url, { range: 'bytes=1-3' })
  expect([part.statusCode, part.payload]).toEqual([206, 'PNG'])
  expect((await fetchFile(customer, url, { range: 'bytes=9999-' })).statusCode).toBe(416)
})

test('through a bucket: sent there, looked at when it is attached, and given by the portal', async () => {
  const objects = await openBucket()
  const portal = await buildApp({ ...platform, objects })
  const { cookie = '' } = customer
  const post = async <Body>(url: string, payload: object) => {
    const answer = await portal.inject({ method: 'POST', url, headers: { cookie }, payload })
    return { status: answer.statusCode, body: answer.json<Body>() }
  }
  const send = async (fileName: string, bytes: Buffer) => {
    const asked = await post<{ uploadURL: string; contentType: string }>(uploads.request.url, {
      fileName,
      purpose: 'attachment',
      size: bytes.length,
    })
    const { uploadURL: url, contentType } = asked.body
    await fetch(url, { method: 'PUT', headers: { 'content-type': contentType }, body: new Uint8Array(bytes) })
    const said = { message: 'See this', attachments: [{ url, fileName }] }
    return post<TicketMessage>(messages.create.url.replace(':id', ticket.id), said)
  }
  const { status, body } = await send('screen.png', PICTURES.png)
  expect(status).toBe(201)
  const file = await fetchFile(customer, `${pathOf(ticket, body)}?view=1`, {}, portal)
  expect([file.statusCode, file.rawPayload.equals(PICTURES.png)]).toEqual([200, true])
  expect((await fetchFile(customer, pathOf(ticket, body), { range: 'bytes=1-3' }, portal)).payload).toBe('PNG')
  expect((await send('screen.png', Buffer.from('<svg/>'))).status).toBe(400)
  expect((await send('trace.log', Buffer.from('a\0b'))).status).toBe(400)
  const large = { fileName: 'large.log', purpose: 'attachment', size: 10_485_761 }
  expect((await post(uploads.request.url, large)).status).toBe(413)
  await portal.close()
})
