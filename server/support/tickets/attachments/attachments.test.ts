import { eq } from 'drizzle-orm'
import { existsSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { MAX_SIZE } from '#contract/releases/uploads.ts'
import { UNSUPPORTED_ATTACHMENT } from '#contract/support/attachments.ts'
import { messages } from '#contract/support/messages.ts'
import { tickets } from '#contract/support/tickets.ts'
import { officeFile, PICTURES } from '#demo/support/files/attachment-samples.ts'
import { zip } from '#demo/support/files/zip.ts'
import { objects } from '#server/database/schema/objects.ts'
import { ticketAttachments, ticketMessages as messageTable } from '#server/database/schema/support/tickets.ts'
import { say, sayWith, upload } from '#server/testing/support/attachments.ts'
import { newTicketOf } from '#server/testing/support/tickets.ts'
import { config, db, signIn, statusesOf } from '#server/testing/testing.ts'

const customer = await signIn({ role: 'customer' })
const ticket = await newTicketOf(customer)

const PDF = Buffer.from('%PDF-1.7\nhow it looks\n%%EOF\n')
const NOT_WHAT_IT_SAYS = 'This file is empty, damaged or not what its name says. Text must be in UTF-8.'
const plainArchive = zip([{ name: 'notes.txt', bytes: Buffer.from('hello') }])

test.each([
  ['screen.png', PICTURES.png, 'image/png', true],
  ['SCREEN.JPEG', PICTURES.jpg, 'image/jpeg', true],
  ['moving.gif', PICTURES.gif, 'image/gif', true],
  ['small.webp', PICTURES.webp, 'image/webp', true],
  ['order.pdf', PDF, 'application/pdf', false],
  ['letter.docx', officeFile('docx'), expect.stringContaining('wordprocessingml'), false],
  ['trace.log', Buffer.from('\x1b[32mok\x1b[0m\n'), 'text/plain', false],
  ['page.txt', Buffer.from('<script>alert(1)</script>'), 'text/plain', false],
  ['logs.zip', plainArchive, 'application/zip', false],
])('%s is attached as what its bytes are', async (fileName, bytes, type, isImage) => {
  const { status, body } = await sayWith(customer, ticket, [{ fileName, bytes }])
  expect(status).toBe(201)
  const expected = [{ id: expect.any(String), fileName, size: bytes.length, type, isImage }]
  expect(body.attachments).toEqual(expected)
  const { body: listed } = await customer.call(messages.list, { params: ticket })
  expect(listed.at(-1)?.attachments).toEqual(expected)
})

test.each(['setup.exe', 'picture.svg', 'page.html', 'invoice.pdf.exe', 'macros.docm', 'png', '..', 'noending'])(
  'refuses a file called %s before it is sent, with the accepted types',
  async (fileName) => {
    expect(await upload(customer, { fileName, bytes: PDF })).toMatchObject({
      status: 415,
      message: UNSUPPORTED_ATTACHMENT,
    })
  },
)

test.each([
  ['an SVG as a picture', 'picture.png', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'), 415],
  ['a program as a document', 'order.pdf', Buffer.from('MZ\x90\x00'), 415],
  ['a page as a picture', 'picture.gif', Buffer.from('<html>'), 415],
  ['nothing at all', 'empty.log', Buffer.alloc(0), 415],
  ['one byte too many', 'large.zip', Buffer.concat([plainArchive, Buffer.alloc(MAX_SIZE.attachment)]), 413],
])('%s is refused while it is received', async (_name, fileName, bytes, status) => {
  expect((await upload(customer, { fileName, bytes })).status).toBe(status)
})

test.each([
  ['an archive as a document', 'letter.docx', plainArchive],
  ['an archive that is cut off', 'cut.zip', plainArchive.subarray(0, -1)],
  ['an archive that leads out of its folder', 'out.zip', zip([{ name: '../out.txt', bytes: Buffer.from('x') }])],
  ['a document with macros', 'letter.docx', officeFile('docm')],
  ['a log with a NUL', 'trace.log', Buffer.from('one\0two')],
  ['text in an old code page', 'list.csv', Buffer.from('Größe;10', 'latin1')],
  ['the first bytes of a picture only', 'picture.webp', Buffer.from('RIFF____WAVE')],
])('%s is refused when it is attached, and the message is not said', async (_name, fileName, bytes) => {
  const before = await db.$count(messageTable)
  const answer = await sayWith(customer, ticket, [{ fileName, bytes }])
  expect(answer).toMatchObject({ status: 400, message: NOT_WHAT_IT_SAYS })
  expect(await db.$count(messageTable)).toBe(before)
})

test('a file that fails its check is deleted at once, its row as well as its bytes', async () => {
  const { given } = await upload(customer, { fileName: 'trace.log', bytes: Buffer.from('one\0two') })
  const key = new URL(given.url).pathname.split('/').at(-1) ?? ''
  const place = path.join(config.dataDirectory, 'objects', key)
  expect([await db.$count(objects, eq(objects.key, key)), existsSync(place)]).toEqual([1, true])
  const attach = () => say(customer, ticket, { attachments: [given] })
  expect(await attach()).toMatchObject({ status: 400, message: NOT_WHAT_IT_SAYS })
  expect([await db.$count(objects, eq(objects.key, key)), existsSync(place)]).toEqual([0, false])
  expect(await attach()).toMatchObject({ status: 400, message: 'This is not a file that you uploaded.' })
})

test('a file of the largest size, 10 MB, is taken [R-CONST-19]', async () => {
  const bytes = Buffer.concat([PDF, Buffer.alloc(MAX_SIZE.attachment - PDF.length)])
  const { status, body } = await sayWith(customer, ticket, [{ fileName: 'large.pdf', bytes }])
  expect([status, body.attachments[0]?.size]).toEqual([201, 10_485_760])
})

test.each([
  ['../../etc/passwd.txt', 'passwd.txt'],
  ['C:\\Users\\Thandi\\trace.txt', 'trace.txt'],
  ['photo\u202Egpj.txt', 'photogpj.txt'],
  ['program.exe.txt', 'program.exe.txt'],
])('a file called %s is called %s, and stored under a name of ours', async (fileName, called) => {
  const { body } = await sayWith(customer, ticket, [{ fileName, bytes: Buffer.from('text') }])
  expect(body.attachments[0]?.fileName).toBe(called)
  const [row] = await db
    .select({ key: objects.key })
    .from(objects)
    .innerJoin(ticketAttachments, eq(ticketAttachments.objectId, objects.id))
    .where(eq(ticketAttachments.id, body.attachments[0]?.id ?? ''))
  expect(row?.key).toMatch(/^attachment-[0-9a-f-]{36}\.txt$/)
})

test.each([`${'a'.repeat(300)}.txt`, 'two\r\nlines.txt', 'nothing\0.txt', ' '])(
  'a file name like %j is refused',
  async (fileName) => {
    expect((await upload(customer, { fileName, bytes: PDF })).status).toBe(400)
    const { given } = await upload(customer, { fileName: 'a.txt', bytes: Buffer.from('text') })
    expect((await say(customer, ticket, { attachments: [{ ...given, fileName }] })).status).toBe(400)
  },
)

test('a file keeps the kind it was sent as: no other ending, none at all', async () => {
  const { given } = await upload(customer, { fileName: 'a.pdf', bytes: PDF })
  for (const [fileName, status] of [
    ['a.png', 400],
    ['a.exe', 415],
    ['a', 415],
  ])
    expect((await say(customer, ticket, { attachments: [{ ...given, fileName }] })).status).toBe(status)
  expect((await say(customer, ticket, { attachments: [given] })).status).toBe(201)
})

test('five files go with a message, in their order, and six do not', async () => {
  const files = Array.from({ length: 6 }, (_none, index) => ({ fileName: `${index}.txt`, bytes: Buffer.from('text') }))
  const { status, body } = await sayWith(customer, ticket, files.slice(1))
  expect([status, body.attachments.map(({ fileName }) => fileName)]).toEqual([
    201,
    ['1.txt', '2.txt', '3.txt', '4.txt', '5.txt'],
  ])
  expect(await sayWith(customer, ticket, files)).toMatchObject({ status: 400, message: 'At most 5 files' })
})

test('of eight messages that name one file at once, one gets it', async () => {
  const { given } = await upload(customer, { fileName: 'a.pdf', bytes: PDF })
  const answers = await Promise.all(Array.from({ length: 8 }, () => say(customer, ticket, { attachments: [given] })))
  expect(statusesOf(answers)).toEqual([201, 409, 409, 409, 409, 409, 409, 409])
  expect((await say(customer, ticket, { attachments: [given] })).status).toBe(409)
  const { given: twice } = await upload(customer, { fileName: 'b.pdf', bytes: PDF })
  expect((await say(customer, ticket, { attachments: [twice, twice] })).status).toBe(409)
})

test('refuses to attach other users’ uploads, uploads for another purpose, and URLs', async () => {
  const colleague = await customer.colleague('org_admin')
  const admin = await signIn({ role: 'admin' })
  const { given: theirs } = await upload(colleague, { fileName: 'a.pdf', bytes: PDF })
  const { given: invoice } = await upload(admin, { fileName: 'a.pdf', bytes: PDF, purpose: 'invoice' })
  expect((await say(customer, ticket, { attachments: [theirs] })).status).toBe(400)
  expect((await say(admin, ticket, { attachments: [invoice] })).status).toBe(400)
  for (const url of ['http://169.254.169.254/', 'javascript:alert(1)', '../../secrets', 'file:///etc/passwd', ''])
    expect([url, (await say(customer, ticket, { attachments: [{ url, fileName: 'a.pdf' }] })).status]).toEqual([
      url,
      400,
    ])
})

test('a file that was asked for and never sent is refused', async () => {
  const { given } = await upload(customer, { fileName: 'a.png', bytes: Buffer.from('no picture') })
  expect(await say(customer, ticket, { attachments: [given] })).toMatchObject({
    status: 400,
    message: 'The file has not been uploaded.',
  })
})

test('files go with a new ticket, and are not those of its messages', async () => {
  const { given } = await upload(customer, { fileName: 'first.png', bytes: PICTURES.png })
  const draft = { title: 'It looks so', description: 'See the picture', attachments: [given] }
  const { status, body } = await customer.call(tickets.create, { body: draft })
  expect([status, body.attachments.map(({ fileName }) => fileName)]).toEqual([201, ['first.png']])
  await sayWith(customer, body, [{ fileName: 'second.png', bytes: PICTURES.png }])
  const { body: read } = await customer.call(tickets.one, { params: body })
  expect(read.attachments).toEqual(body.attachments)
})
