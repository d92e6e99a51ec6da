import { expect, test } from 'vitest'
import { importsOf, readSources } from './sources.ts'

// The linter finds most cycles, and an editor shows them. It does not follow what is loaded later by `import()`.
test('no source file imports itself through other files', () => {
  const imports = new Map(readSources().map((source) => [source.file, importsOf(source)]))
  const cycles = [...imports.keys()].flatMap((file) => findCycle(file, imports) ?? [])
  expect(imports.size).toBeGreaterThan(1000)
  expect(cycles).toEqual([])
})

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
