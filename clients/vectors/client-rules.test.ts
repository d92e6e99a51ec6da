import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { RULES_FILE, rules, rulesText, type RuleVector } from './generate.ts'
import { playRule } from './play-rule.ts'
import { device } from './rule-files.ts'

const committed = readFileSync(RULES_FILE, 'utf8')
const { vectors } = JSON.parse(committed) as { vectors: RuleVector[] }

test('generating the rules again gives the committed bytes', async () => {
  expect(await rulesText()).toBe(committed)
})

test('the names of rules are unique', () => {
  expect(new Set(rules.map(({ name }) => name)).size).toBe(rules.length)
})

test('each check-in sends every field of the device', () => {
  const sent = vectors.flatMap(({ expect: { requests } }) => requests.filter(({ call }) => call.endsWith('/check-in')))
  expect(sent).not.toEqual([])
  for (const { body } of sent) expect(Object.keys(body ?? {})).toEqual(expect.arrayContaining(Object.keys(device)))
})

test.each(rules)('the TypeScript client: $name', async ({ expected, features = [], name, ...given }) => {
  const { status, stored } = await playRule(given, 0.5)
  const [code, ...names] = expected.split(' ')
  expect([status.code, ...Object.keys(stored).toSorted()]).toEqual([code, ...names.toSorted()])
  expect(status.features ?? []).toEqual(features)
  const vector = vectors.find((one) => one.name === name)
  expect(vector?.expect.stored).toEqual(stored)
})
