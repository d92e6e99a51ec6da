import { expect, test } from 'vitest'
import { importsOf, readSources } from './sources.ts'

// The linter finds most cycles, and an editor shows them. It does not follow what is loaded later by `import()`.
test('no source file imports itself through other files', () => {
  const imports = new Map(readSources().map((source) => [source.file, importsOf(source)]))
  const cycles = [...imports.keys()].flatMap((file) => findCycle(file, imports) ?? [])
  expect(imports.size).toBeGreaterThan(1000)
  expect(cycles).toEqual([])
})

test('the folders of billing import each other in one direction', () => {
  const imports = new Map<string, string[]>()
  for (const source of readSources()) {
    const folder = folderOf(source.file)
    if (folder === undefined || source.file.includes('.test.')) continue
    const others = importsOf(source).flatMap((file) => folderOf(file) ?? [])
    imports.set(folder, [...(imports.get(folder) ?? []), ...others.filter((other) => other !== folder)])
  }
  expect(imports.size).toBeGreaterThan(7)
  expect([...imports.keys()].flatMap((folder) => findCycle(folder, imports) ?? [])).toEqual([])
})

/** 'server/billing/invoices/status/change-status.ts' → 'invoices'. A file that is in none stands for itself. */
const folderOf = (file: string) => /^server\/billing\/([^/]+)/.exec(file)?.[1]

/** The shortest way from a file through its imports back to it: 'a.ts → b.ts → a.ts'. */
function findCycle(file: string, imports: ReadonlyMap<string, string[]>) {
  const reached = new Set<string>()
  const ways = [[file]]
  for (const way of ways)
    for (const imported of imports.get(way.at(-1) ?? file) ?? []) {
      if (imported === file) return [...way, file].join(' → ')
      if (!reached.has(imported)) ways.push([...way, imported])
      reached.add(imported)
    }
  return undefined
}
