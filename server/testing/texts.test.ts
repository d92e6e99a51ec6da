import { mkdirSync, writeFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { readPassages, readProvenTexts } from './platform/prose.ts'

const INVENTORY = 'test-results/texts.tsv'
const isProduct = (file: string) =>
  /^(clients\/(typescript|csharp|device)|contract|demo|server|web)\//.test(file) &&
  !/\.(test|spec)\.|^server\/testing\//.test(file)

/** Everything that people read, for writers: a text with ids is fixed by these requirements. */
test('lists each text of the product with the requirements that fix it', () => {
  const proven = readProvenTexts()
  const places = new Map<string, string>()
  for (const { kind, file, line, text } of readPassages())
    if (kind === 'text' && isProduct(file)) places.set(text.replace(/\s+/g, ' ').trim(), `${file}:${line}`)

  const rows = Array.from(places, ([text, place]) => ({
    text,
    place,
    ids: Array.from(proven.get(text) ?? []).join(' '),
  }))
  mkdirSync('test-results', { recursive: true })
  writeFileSync(INVENTORY, rows.map(({ text, place, ids }) => `${text}\t${ids}\t${place}\n`).join(''))

  expect(rows.length).toBeGreaterThan(2500)
  expect(rows.filter(({ ids }) => ids).length).toBeGreaterThan(300)
  expect(rows.find(({ text }) => text === 'Forgot your password?')?.ids).toContain('R-AUTH-')
})
