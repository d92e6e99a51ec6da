import { expect, test } from 'vitest'
import { CURRENT_VERSION, unknownVersion } from '#contract/endpoint.ts'
import { licenses } from '#contract/licensing/licenses.ts'
import { app, signIn } from '#server/testing/testing.ts'

const ask = (url: string, version?: string) =>
  app.inject({ url, headers: version === undefined ? {} : { 'latchkey-version': version } })

test('every answer of a call carries the version of the API, refusals too', async () => {
  for (const version of [undefined, CURRENT_VERSION])
    for (const url of [
      '/api/config',
      '/%61pi/config',
      '/api/user',
      '/api/nothing',
      '/updates/none/stable/latest.yml',
    ]) {
      const { headers, body } = await ask(url, version)
      expect([url, headers['latchkey-version']]).toEqual([url, CURRENT_VERSION])
      expect(body).not.toContain(unknownVersion())
    }
  expect((await ask('/developers/openapi.json')).headers).not.toHaveProperty('latchkey-version')
})

test.each(['2020-01-01', '2026-13-45', 'latest', '', `${CURRENT_VERSION}, ${CURRENT_VERSION}`])(
  'the version %j is refused with a sentence that names the current one',
  async (version) => {
    const { statusCode, headers, json } = await ask('/api/config', version)
    expect([statusCode, headers['latchkey-version']]).toEqual([400, CURRENT_VERSION])
    expect(json<{ message: string }>().message).toContain(CURRENT_VERSION)
  },
)

test('a write in an unknown version does nothing', async () => {
  const person = await signIn()
  const refused = await person.call(licenses.create, {
    body: { label: 'Reception' },
    headers: { 'latchkey-version': '2020-01-01' },
  })
  expect([refused.status, (await person.call(licenses.list)).body]).toEqual([400, []])
})
