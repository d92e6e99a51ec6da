import { importsOf, readSources, type Source } from './sources.ts'

const STARTS_DATABASE = 'server/platform/embedded-postgres/embedded-database.ts'
const ASKS_FOR_DATABASE = "inject('databaseServer')"
const LONG_FORM = 'server/testing/platform/long-form.ts'
const IS_FOR_TESTS = "from 'vitest'"
const SETS_ENVIRONMENT = /^process\.env\.\w+ = /m

/**
 * The test files by what they need: no database (`unit`), one (`api`), or an environment that modules read while they load
 * (`ownProcess`). `long` ones have a long form. `helpers` are the other files that import vitest,
 * directly or indirectly.
 */
export function findTestFiles() {
  const sources = readSources()
  const filesWith = (has: (text: string) => boolean) => sources.filter(({ text }) => has(text)).map(({ file }) => file)
  const asking = filesWith((text) => text.includes(ASKS_FOR_DATABASE))
  const withDatabase = importersOf([STARTS_DATABASE, ...asking], sources)
  const setting = new Set(filesWith((text) => SETS_ENVIRONMENT.test(text)))
  const helpers = importersOf(
    filesWith((text) => text.includes(IS_FOR_TESTS)),
    sources,
  )
  const withLongForm = importersOf([LONG_FORM], sources)
  const tests = sources
    .map(({ file }) => file)
    .filter((file) => file.endsWith('.test.ts'))
    .toSorted()
  return {
    unit: tests.filter((file) => !withDatabase.has(file) && !setting.has(file)),
    api: tests.filter((file) => withDatabase.has(file) && !setting.has(file)),
    ownProcess: tests.filter((file) => setting.has(file)),
    long: tests.filter((file) => withLongForm.has(file)),
    helpers: [...helpers],
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
