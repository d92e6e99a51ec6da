import { expect, test } from 'vitest'
import { importsOf, readSources } from './sources.ts'

// The linter finds most cycles, and an editor shows them. It does not follow what is loaded later by `import()`.
test('no source file imports itself through other files', () => {
  const imports = new Map(readSources().map((source) => [source.file, importsOf(source)]))
  expect(imports.size).toBeGreaterThan(1000)
  expect(cyclesOf(imports)).toEqual([])
})

/**
 * A folder counts with everything in it: at depth 2 an area, at depth 3 a noun of an area or a folder of the platform. A file
 * at that depth counts as a folder. Deeper down, and in tests, only files count.
 */
test.each([
  ['contract', 2],
  ['demo', 2],
  ['server', 2],
  ['server', 3],
  ['web', 3],
] as const)('no folder of %s, at depth %i, imports itself through other folders', (tree, depth) => {
  const folderOf = (file: string) => file.split('/').slice(0, depth).join('/')
  const imports = new Map<string, string[]>()
  for (const source of readSources().filter(({ file }) => file.startsWith(`${tree}/`) && !isTest(file))) {
    const room = folderOf(source.file)
    const others = importsOf(source)
      .map(folderOf)
      .filter((other) => other !== room)
    imports.set(room, [...(imports.get(room) ?? []), ...others])
  }
  expect(imports.size).toBeGreaterThan(5)
  expect(cyclesOf(imports)).toEqual([])
})

const isTest = (file: string) => /\.test\.tsx?$/.test(file) || file.startsWith('server/testing/')

type Imports = ReadonlyMap<string, string[]>

const cyclesOf = (imports: Imports) => [...imports.keys()].flatMap((name) => findCycle(name, imports) ?? [])

/** The shortest way from a name through its imports back to it: 'a.ts → b.ts → a.ts'. */
function findCycle(name: string, imports: Imports) {
  const reached = new Set<string>()
  const ways = [[name]]
  for (const way of ways)
    for (const imported of imports.get(way.at(-1) ?? name) ?? []) {
      if (imported === name) return [...way, name].join(' → ')
      if (!reached.has(imported)) ways.push([...way, imported])
      reached.add(imported)
    }
  return undefined
}
