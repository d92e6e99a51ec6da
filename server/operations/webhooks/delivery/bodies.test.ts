import { expect, test } from 'vitest'
import { licenses } from '#contract/licensing/licenses.ts'
import { examplePayload } from '#contract/operations/audit/webhook-events.ts'
import { addWebhook, deliver, openReceiver } from '#server/testing/operations/webhooks.ts'
import { signIn } from '#server/testing/testing.ts'
import { bodyOf } from './bodies.ts'

async function withChat(url: string, draft: object) {
  const owner = await signIn()
  const webhook = await addWebhook(owner, url, draft)
  await owner.call(licenses.create, { body: { label: 'Reception' } })
  return { owner, webhook }
}

test('a chat gets one line of text', async () => {
  const { received, url } = await openReceiver()
  const { webhook } = await withChat(url, { format: 'text' })
  await deliver(webhook)
  const { text } = JSON.parse(received[0]!.body) as { text: string }
  expect(text).toMatch(/^License created by Lerato Dlamini\. label: Reception/)
})

const HOSTILE = '<!channel> & <https://evil.example|invoice> @all office@evil.example [click](https://evil.example)'

test('a chat gets names as text: they mention no one and hide no link', async () => {
  const { received, url } = await openReceiver()
  const { owner, webhook } = await withChat(url, { format: 'text' })
  await owner.call(licenses.create, { body: { label: HOSTILE } })
  await deliver(webhook)
  const texts = received.map(({ body }) => (JSON.parse(body) as { text: string }).text)
  const text = texts.find((one) => one.includes('channel'))
  expect(text).toContain(
    'label: &lt;!channel&gt; &amp; &lt;https://evil.example|invoice&gt; @\u2060all office@evil.example [click]\u2060(https://evil.example)',
  )
  expect(text).not.toMatch(/[<>\n]/)
})

test.each(['text', 'teams'] as const)('a long value is cut between characters, not within an emoji (%s)', (format) => {
  const payload = examplePayload('organization.updated')
  const changes = { address: [null, `${'a'.repeat(299)}😀 and more`] satisfies [null, string] }
  const body = bodyOf(format, { ...payload, data: { ...payload.data, changes } })
  expect(body).toContain('aaa…')
  expect(JSON.stringify(JSON.parse(body))).not.toMatch(/\\ud[89a-f]/)
})

test('Microsoft Teams gets an adaptive card of plain text', async () => {
  const { received, url } = await openReceiver()
  const { owner, webhook } = await withChat(url, { format: 'teams' })
  await owner.call(licenses.create, { body: { label: HOSTILE } })
  await deliver(webhook)
  const { body: sent = '' } = received.find((request) => request.body.includes('channel')) ?? {}
  const { type, attachments } = JSON.parse(sent) as Message
  expect([type, attachments.length, attachments[0]?.contentType]).toEqual([
    'message',
    1,
    'application/vnd.microsoft.card.adaptive',
  ])
  const { type: kind, body } = attachments[0]!.content
  expect(kind).toBe('AdaptiveCard')
  expect(body[0]?.inlines).toEqual([{ type: 'TextRun', text: 'License created by Lerato Dlamini', weight: 'Bolder' }])
  expect(new Set(body.flatMap((block) => [block.type, ...block.inlines.map((run) => run.type)]))).toEqual(
    new Set(['RichTextBlock', 'TextRun']),
  )
  expect(JSON.stringify(body)).toContain('<!channel>')
})

type Block = { type: string; inlines: { type: string; text: string }[] }
type Message = { type: string; attachments: { contentType: string; content: { type: string; body: Block[] } }[] }
