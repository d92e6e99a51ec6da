import { importsOf, readSources, type Source } from './sources.ts'

const STARTS_DATABASE = 'server/platform/embedded-postgres/embedded-database.ts'
const ASKS_FOR_DATABASE = "inject('databaseServer')"

/** The test files, sorted by whether they, or any file that they import, however far away, need a database. */
export function findTestFiles() {
  const sources = readSources()
  const asking = sources.filter(({ text }) => text.includes(ASKS_FOR_DATABASE)).map(({ file }) => file)
  const withDatabase = importersOf([STARTS_DATABASE, ...asking], sources)
  const tests = sources
    .map(({ file }) => file)
    .filter((file) => file.endsWith('.test.ts'))
    .toSorted()
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
