import { expect, test } from 'vitest'
import { officeFile, PICTURES } from '#demo/support/files/attachment-samples.ts'
import { zip } from '#demo/support/files/zip.ts'
import { expectNoStall } from '#server/testing/platform/event-loop.ts'
import { say, sayWith, upload } from '#server/testing/support/attachments.ts'
import { newTicketOf } from '#server/testing/support/tickets.ts'
import { signIn } from '#server/testing/testing.ts'

const nothing = Buffer.alloc(0)
const files = (count: number) => Array.from({ length: count }, (_, n) => ({ name: `${n}`, bytes: nothing }))
const compound = Buffer.from('d0cf11e0a1b11ae1', 'hex')
/** Just below the size limit. */
const TEN_MEGABYTES = 10_000_000

/** Empty chunks before the first pixels of a PNG. */
const emptyChunks = Buffer.alloc(TEN_MEGABYTES, Buffer.from('00000000744558740000000000', 'hex').subarray(0, 12))
const inPicture = Buffer.concat([PICTURES.png.subarray(0, 33), emptyChunks, PICTURES.png.subarray(33)])

/** The archive declares 4 GB per file. */
function bomb() {
  const archive = zip(files(3))
  let place = archive.indexOf('PK\x01\x02')
  for (; place !== -1; place = archive.indexOf('PK\x01\x02', place + 1)) {
    archive.writeUInt16LE(8, place + 10)
    archive.writeUInt32LE(0xfffffff0, place + 24)
  }
  return archive
}

const tooMany = zip(files(60_000))
/** The last 22 bytes declare ten entries. */
const moreThanItSays = Buffer.from(tooMany)
moreThanItSays.writeUInt16LE(10, moreThanItSays.length - 14)
moreThanItSays.writeUInt16LE(10, moreThanItSays.length - 12)
const start = zip(files(1)).subarray(0, 31)
const withoutDirectory = Buffer.alloc(TEN_MEGABYTES, start)
/** Each declares that its length follows. */
const ofUnknownLength = Buffer.alloc(TEN_MEGABYTES, Buffer.from(start).fill(8, 6, 7))

// The checks are loaded with the first file.
const first = await signIn({ role: 'customer' })
for (const [fileName, bytes] of [
  ['small.docx', officeFile('docx')],
  ['small.png', PICTURES.png],
] as const)
  await sayWith(first, await newTicketOf(first), [{ fileName, bytes }])

test.each([
  ['an archive of 60,000 files', 'many.zip', tooMany, false],
  ['a document of 60,000 files', 'many.docx', tooMany, false],
  ['an archive of more files than it says', 'more.zip', moreThanItSays, true],
  ['a document of more files than it says', 'more.xlsx', moreThanItSays, false],
  ['an archive of 300,000 files without a directory', 'none.zip', withoutDirectory, false],
  ['a document of 300,000 files without a directory', 'none.docx', withoutDirectory, false],
  ['a document of 300,000 files of unknown length', 'unknown.docx', ofUnknownLength, false],
  ['an archive that unpacks to 12 GB', 'bomb.zip', bomb(), false],
  ['an archive of 10,000 files', 'large.zip', zip(files(10_000)), true],
  ['an archive with a long comment', 'tail.zip', Buffer.concat([zip(files(1)), Buffer.alloc(TEN_MEGABYTES)]), false],
  ['a directory that leads nowhere', 'torn.zip', zip(files(9000)).fill(0xff, 1000, 5000), true],
  ['a picture of 800,000 chunks', 'picture.png', inPicture, true],
  ['a long text', 'long.txt', Buffer.alloc(TEN_MEGABYTES, 'ö'), true],
  ['a long text in UTF-16', 'wide.txt', Buffer.alloc(TEN_MEGABYTES, Buffer.from('\ufeffx', 'utf16le')), true],
  [
    'a long text that ends with a NUL',
    'almost.log',
    Buffer.alloc(TEN_MEGABYTES, 'x').fill(0, TEN_MEGABYTES - 1),
    false,
  ],
  ['an old document', 'old.xls', Buffer.concat([compound, Buffer.alloc(TEN_MEGABYTES, 'W\0o\0r\0k\0')]), false],
  ['a small document', 'small.docx', officeFile('docx'), true],
])('checking %s never stalls the event loop', async (_what, fileName, bytes, isTaken) => {
  const customer = await signIn({ role: 'customer' })
  const ticket = await newTicketOf(customer)
  let attachment: object
  let status = 0
  const prepare = async () => {
    attachment = (await upload(customer, { fileName, bytes })).given
  }
  await expectNoStall(async () => {
    status = (await say(customer, ticket, { attachments: [attachment] })).status
  }, prepare)
  expect(status).toBe(isTaken ? 201 : 400)
})
