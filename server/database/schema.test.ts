import { generateDrizzleJson } from 'drizzle-kit/api'
import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { expect, test } from 'vitest'

test('each table, column and index is in a migration', async () => {
  const files = globSync('server/database/schema/**/*.ts')
  const modules = await Promise.all(files.map((file) => import(pathToFileURL(path.resolve(file)).href)))
  const last = globSync('server/database/migrations/meta/*_snapshot.json').toSorted().at(-1)!
  const migrated = JSON.parse(readFileSync(last, 'utf8'))
  const now = generateDrizzleJson(Object.assign({}, ...modules), undefined, undefined, 'snake_case')
  expect(Object.keys(now.tables).length).toBeGreaterThan(60)
  const { tables: found, enums } = JSON.parse(JSON.stringify(now))
  const missing = 'npx drizzle-kit generate writes the missing migration'
  expect({ tables: found, enums }, missing).toEqual({ tables: migrated.tables, enums: migrated.enums })
})
