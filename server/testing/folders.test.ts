import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'

const MAX_ENTRIES = 15
const MAX_LINES = 250

/** The folders and source files in each folder. Tests are found beside what they are about. */
function entriesByFolder(room: string) {
  const entries = new Map<string, Set<string>>()
  for (const file of globSync(`${room}/**/*.{ts,tsx}`).filter((name) => !/\.test\.tsx?$/.test(name)))
    for (let entry = file; entry !== room; entry = path.dirname(entry)) {
      const folder = path.dirname(entry)
      entries.set(folder, (entries.get(folder) ?? new Set()).add(entry))
    }
  return entries
}

test.each(['contract', 'server', 'web', 'demo'])(`a folder of %s has at most ${MAX_ENTRIES} entries`, (room) => {
  const folders = [...entriesByFolder(room)].map(([folder, { size }]) => ({ folder, size }))
  expect(folders.length).toBeGreaterThan(1)
  expect(folders.filter(({ size }) => size > MAX_ENTRIES)).toEqual([])
})

test(`a file that the linter does not read has at most ${MAX_LINES} lines, too`, () => {
  const files = globSync('{clients,contract,demo,e2e,scripts,server,web}/**/*.{cs,css,py,sql}')
    .filter((file) => !file.includes('migrations'))
    .map((file) => ({ file, lines: readFileSync(file, 'utf8').trimEnd().split('\n').length }))
  expect(files.length).toBeGreaterThan(1)
  expect(files.filter(({ lines }) => lines > MAX_LINES)).toEqual([])
})
