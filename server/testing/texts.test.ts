import { mkdirSync, writeFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { readPassages, readProvenTexts } from './platform/prose.ts'

const INVENTORY = 'test-results/texts.tsv'
const isProduct = (file: string) =>
  /^(clients\/(typescript|csharp|device)|contract|demo|server|web)\//.test(file) &&
  !/\.(test|spec)\.|^server\/testing\//.test(file)

const passages = readPassages()

/** Everything that people read, for writers: a text with ids is fixed by these requirements. */
test('lists each text of the product with the requirements that fix it', () => {
  const proven = readProvenTexts()
  const places = new Map<string, string>()
  for (const { kind, file, line, text } of passages)
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

const SENTENCE = /^[^…]+[.?]$/
const WORDS = 4

test('each sentence of four words or more on screen exists once', () => {
  const places = new Map<string, string[]>()
  for (const { kind, file, line, text } of passages) {
    const sentence = text.replace(/\s+/g, ' ').trim()
    const isOnScreen = kind === 'text' && /^(contract|web)\//.test(file) && isProduct(file)
    if (isOnScreen && SENTENCE.test(sentence) && sentence.split(' ').length >= WORDS)
      places.set(sentence, [...(places.get(sentence) ?? []), `${file}:${line}`])
  }
  expect(places.size).toBeGreaterThan(600)
  expect(Array.from(places).filter(([, found]) => found.length > 1)).toEqual([])
})
