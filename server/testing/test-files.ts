import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'

const SOURCES = '{contract,server,demo,web,clients}/**/*.{ts,tsx}'
const STARTS_DATABASE = 'server/platform/embedded-postgres/embedded-database.ts'
const ASKS_FOR_DATABASE = "inject('databaseServer')"
const IMPORT = /(?:from |import |import\()'(#|\.\.?\/)([^']+)'/g

type Source = { file: string; text: string }

/** The test files, sorted by whether they, or any file that they import, however far away, need a database. */
export function findTestFiles() {
  const paths = globSync(SOURCES).map((file) => file.replaceAll(path.sep, '/'))
  const sources = paths.map((file) => ({ file, text: readFileSync(file, 'utf8') }))
  const asking = sources.filter(({ text }) => text.includes(ASKS_FOR_DATABASE)).map(({ file }) => file)
  const withDatabase = importersOf([STARTS_DATABASE, ...asking], sources)
  const tests = paths.filter((file) => file.endsWith('.test.ts')).toSorted()
  return {
    unit: tests.filter((file) => !withDatabase.has(file)),
    api: tests.filter((file) => withDatabase.has(file)),
  }
}

/** These files, those that import them, and so on. */
function importersOf(files: string[], sources: Source[]) {
  const imports = sources.flatMap((source) => importsOf(source).map((imported) => ({ file: source.file, imported })))
  const importers = Map.groupBy(imports, ({ imported }) => imported)
  const found = new Set(files)
  for (const one of found) for (const { file } of importers.get(one) ?? []) found.add(file)
  return found
}

const importsOf = ({ file, text }: Source) =>
  [...text.matchAll(IMPORT)].map(([, from = '', rest = '']) =>
    from === '#' ? rest : path.posix.join(path.posix.dirname(file), from + rest),
  )
