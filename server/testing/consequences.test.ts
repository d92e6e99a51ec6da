import { expect, test } from 'vitest'
import { needsUser } from '#server/platform/http/access.ts'
import { endpoints } from '#server/operations/developers/document/endpoints.ts'

const namesOf = (found: typeof endpoints) => found.map(([name]) => name)

test('each write that needs a session declares its consequence or says why it is harmless, and nothing else does', () => {
  const undecided = endpoints.filter(([, { method, config }]) => {
    const declared = [config.consequence, config.harmless?.trim()].filter(Boolean).length
    return declared !== (method !== 'GET' && needsUser(config.access) ? 1 : 0)
  })
  expect(namesOf(undecided)).toEqual([])
})

test('no write that needs a confirmed session is harmless', () => {
  expect(namesOf(endpoints.filter(([, { config }]) => config.stepUp && !config.consequence))).toEqual([])
})
