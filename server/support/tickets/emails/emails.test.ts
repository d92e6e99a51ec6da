import { expect, test } from 'vitest'
import { say, sayWith } from '#server/testing/support/attachments.ts'
import { emailTo } from '#server/testing/support/ticket-mails.ts'
import { newTicketOf } from '#server/testing/support/tickets.ts'
import { signIn } from '#server/testing/testing.ts'

const customer = await signIn({ role: 'customer' })
const agent = await signIn({ role: 'agent' })

test('what people typed adds no header and no markup, and keeps its lines', async () => {
  const ticket = await newTicketOf(customer, { title: 'Hello\r\nBcc: all@example.com <b>' })
  await say(agent, ticket, { message: '<img src=x onerror=alert(1)>\nsecond line' })
  const { subject, html } = await emailTo(customer, ticket)
  expect(subject).toMatch(/^\[TKT-\d{4}-\d{6,}\] Hello Bcc: all@example\.com <b>$/)
  expect(html).toMatch(/&#60;img src=x onerror=alert\(1\)&#62;\s*<br \/>second line/)
  expect(html).not.toContain('<img')
})

test('an email quotes the newest messages of a long conversation, and the start of long messages', async () => {
  const ticket = await newTicketOf(customer)
  await say(agent, ticket, { message: 'word '.repeat(1000) })
  for (let index = 1; index <= 11; index++) await say(agent, ticket, { message: `number ${index}.` })
  const { text } = await emailTo(customer, ticket)
  expect(text).toContain('Earlier messages are in the portal.')
  for (const shown of ['number 2.', 'number 11.']) expect(text).toContain(shown)
  expect(text).not.toContain('number 1.')
  const single = await newTicketOf(customer)
  await say(agent, single, { message: '😀'.repeat(4000) })
  expect((await emailTo(customer, single)).text.length).toBeLessThan(2500)
})

test('an email names the files of a ticket and of each message', async () => {
  const bytes = Buffer.from('line')
  const ticket = await newTicketOf(customer)
  await sayWith(agent, ticket, [
    { fileName: 'guide.log', bytes },
    { fileName: 'keys.txt', bytes },
  ])
  await say(agent, ticket, { message: 'Without a file.' })
  const { text } = await emailTo(customer, ticket)
  const [, attached = ''] = /^Attached in the portal: (.*)$/m.exec(text) ?? []
  expect(attached.replaceAll('\u200c', '')).toBe('guide.log, keys.txt')
  expect(text.match(/Attached/g)).toHaveLength(1)
})
