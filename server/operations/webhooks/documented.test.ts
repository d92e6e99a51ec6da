import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { actionName } from '#contract/operations/audit/audit-actions.ts'
import { audienceOf, examplePayload, webhookEvents } from '#contract/operations/audit/webhook-events.ts'
import { KEPT_DAYS, ROTATION_HOURS } from '#contract/operations/webhooks.ts'
import { WAITS } from './delivery/deliver.ts'

const page = readFileSync('docs/webhooks.md', 'utf8')

test('docs/webhooks.md lists every event, for whom, with an example of its changes', () => {
  const rows = [...page.matchAll(/^\| `([a-z.-]+)` +\| (.+?) +\| (.+?) +\| (.+?) +\|$/gm)].map(([, ...row]) => row)
  expect(rows).toEqual(
    webhookEvents.map((event) => [
      event,
      actionName(event),
      audienceOf(event) === 'vendor' ? 'Vendor' : 'Organization',
      '`' + JSON.stringify(examplePayload(event).data.changes) + '`',
    ]),
  )
})

test('docs/webhooks.md shows the body of a request, and says how long we retry', () => {
  const [, body = ''] = /```json\n([^]*?)```/.exec(page) ?? []
  expect(JSON.parse(body)).toEqual(examplePayload('license.created'))
  const [, minutes, hours] = /after ([\d, and]+) minutes, then after ([\d, and]+) hours/.exec(page) ?? []
  const numbers = (text = '') => [...text.matchAll(/\d+/g)].map(Number)
  expect([...numbers(minutes).map((wait) => wait * 60), ...numbers(hours).map((wait) => wait * 3600)]).toEqual(WAITS)
  expect(page).toContain(`for ${ROTATION_HOURS} hours`)
  expect(page).toContain(`for ${KEPT_DAYS} days`)
})
