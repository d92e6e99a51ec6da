import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { readPassages, type Passage } from './platform/prose.ts'

const [terms = '', wordsToAvoid = ''] = readFileSync('docs/glossary.md', 'utf8').split('## Words to avoid')
const firstColumn = (table: string) =>
  Array.from(table.matchAll(/^\| ([^|]+?) +\|/gm), ([, cell = '']) => cell).filter(
    (cell) => !/^(-+|term|instead of)$/.test(cell),
  )

const passages = readPassages().filter(({ file }) => file !== 'docs/glossary.md')
const production = passages.filter(({ file }) => !/\.(test|spec)\.|^(e2e|server\/testing)\//.test(file))

const place = ({ file, line, text }: Passage) => `${file}:${line} ${text.trim()}`

test('the glossary is short enough to be read', () => {
  expect(firstColumn(terms).length).toBeGreaterThan(50)
  expect(firstColumn(terms).length).toBeLessThanOrEqual(80)
})

test('nothing that people read uses a word to avoid', () => {
  const words = firstColumn(wordsToAvoid).flatMap((cell) => cell.split(', '))
  const avoided = new RegExp(String.raw`\b(${words.join('|')})\b`, 'i')
  expect(words.length).toBeGreaterThan(30)
  expect(words.every((word) => avoided.test(`a ${word} b`))).toBe(true)
  expect(passages.filter(({ text }) => avoided.test(text)).map(place)).toEqual([])
})

test('no comment begins with a noun clause', () => {
  const clause = /^[\s*/]*(What|Who|Whose|Whom)\b(?![^]*\?[\s*/]*$)/
  expect('* What an invoice contains.').toMatch(clause)
  expect(passages.filter(({ kind, text }) => kind === 'comment' && clause.test(text)).map(place)).toEqual([])
})

test('at most one line in twenty of production code is a comment', () => {
  const scripts = production.filter(({ file }) => /\.(ts|tsx|mjs)$/.test(file))
  const linesOf = (text: string) => text.split('\n').length
  const commented = scripts.filter(({ kind }) => kind === 'comment').map(({ text }) => linesOf(text))
  const total = Array.from(new Set(scripts.map(({ file }) => file)), (file) => linesOf(readFileSync(file, 'utf8')) - 1)
  const sum = (lines: number[]) => lines.reduce((all, more) => all + more, 0)
  expect(sum(commented)).toBeGreaterThan(1000)
  const tooMany = Math.ceil(sum(commented) - sum(total) / 20)
  expect(tooMany, 'lines of comments to remove').toBeLessThanOrEqual(0)
})

test('a test name ends with the ids of its requirements', () => {
  const tagged = passages.filter(({ file, text }) => /\.(test|spec)\./.test(file) && /\bR-[A-Z]+-\d+/.test(text))
  expect(tagged.length).toBeGreaterThan(300)
  const isTag = /^[^[]*\S \[(…|R-[A-Z]+-\d+)( R-[A-Z]+-\d+)*\]$/
  expect(tagged.filter(({ text }) => !isTag.test(text)).map(place)).toEqual([])
})

test('the subject of a commit has at most 72 characters', () => {
  const subjects = execFileSync('git', ['log', '-50', '--format=%s'], { encoding: 'utf8' }).trim().split('\n')
  expect(subjects.length).toBeGreaterThan(0)
  expect(subjects.filter((subject) => subject.length > 72)).toEqual([])
})
