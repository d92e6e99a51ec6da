import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, test } from 'vitest'
import { ReleaseNotesDraft, isComparable } from '#contract/releases/files.ts'
import { fileName } from '#contract/releases/file-names.ts'
import { isUsableName } from './release/file.ts'
import { parseMarkdown, readNotes } from './release/notes.ts'
import { isComparable as isComparableHere } from './release/wanted.ts'

const EMPTY = { description: '', newFeatures: [], improvements: [], bugFixes: [] }
const folder = mkdtempSync(path.join(tmpdir(), 'latchkey-notes-'))

function fileWith(name: string, text: string) {
  const file = path.join(folder, name)
  writeFileSync(file, text)
  return file
}

test('headings say what an entry is', () => {
  const text = `# Depot 2.4\r\n\r\nOne line.\nAnother.\n\n## New features\n\n- **Dark** mode\n  for all screens\n1. Export\n\n### Fixed\n* No crash\n\nA paragraph.\n\n## Improvements: ##\n`
  expect(parseMarkdown(text, '2.4.0')).toEqual({
    title: 'Depot 2.4',
    description: 'One line.\nAnother.',
    newFeatures: ['**Dark** mode for all screens', 'Export'],
    improvements: [],
    bugFixes: ['No crash', 'A paragraph.'],
  })
})

test('without a title the version is the title, and an unknown heading is refused rather than left out', () => {
  expect(parseMarkdown('Small changes.', '2.4.0')).toEqual({
    ...EMPTY,
    title: 'Version 2.4.0',
    description: 'Small changes.',
  })
  for (const heading of ['Security', 'constructor', '2.4.0'])
    expect(() => parseMarkdown(`## ${heading}\n- x`, '2.4.0')).toThrow(/unknown heading/)
})

test('JSON is taken as the API takes it, without fields that would get lost', () => {
  const file = fileWith('notes.json', '\uFEFF{"title": "Faster", "bugFixes": ["Prints"]}')
  const notes = readNotes(file, '2.4.0')
  expect(notes).toEqual({ ...EMPTY, title: 'Faster', bugFixes: ['Prints'] })
  expect(ReleaseNotesDraft.safeParse({ versionId: crypto.randomUUID(), ...notes }).success).toBe(true)
  for (const [text, sentence] of [
    ['{"fixes": []}', /unknown field "fixes"/],
    ['{"title":', /not valid JSON/],
    ['[]', /must be a JSON object/],
  ] as const)
    expect(() => readNotes(fileWith('bad.json', text), '2.4.0')).toThrow(sentence)
  expect(() => readNotes(path.join(folder, 'missing.md'), '2.4.0')).toThrow(/ENOENT/)
  expect(() => readNotes(fileWith('long.md', 'x'.repeat(600_000)), '2.4.0')).toThrow(/512 kB/)
})

test.each([
  'Setup.exe',
  'a.MSI',
  'x 100%.zip',
  '.exe',
  '.a.exe',
  'a:b.exe',
  'a%2Fb.exe',
  'a\nb.exe',
  'a\u200bb.exe',
  'a.pdf',
  'ü.exe',
  'a|b.zip',
])('the command and the portal agree on the file name %j', (name) => {
  expect(isUsableName(name)).toBe(fileName.safeParse(name).success)
})

test.each(['2', '2.4.1.0', '2.4.1-beta.2', '2.4', '2.4-beta', '1.2.3.4.5', 'v2', '', '2.4.1 '])(
  'the command and the portal agree on the order of the version %j',
  (version) => {
    expect(isComparableHere(version)).toBe(isComparable(version))
  },
)
