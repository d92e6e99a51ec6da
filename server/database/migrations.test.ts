import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { expect, onTestFinished, test } from 'vitest'
import { SESSION } from './migrate/apply-migrations.ts'
import { parseMigration, readMigrations, type Migration } from './migrate/migration-files.ts'

/** Allowed only in a contract migration, after the previous release stopped using it. */
const CONTRACT_RULES = ['ban-drop-column', 'ban-drop-table', 'renaming-column', 'renaming-table']

const root = path.resolve(import.meta.dirname, '../..')
const squawk = path.join(
  path.dirname(createRequire(import.meta.url).resolve('squawk-cli/package.json')),
  'js/bin/squawk',
)

/** As the server runs it. */
const sqlOf = ({ steps }: Migration) =>
  [
    `${SESSION};`,
    ...steps.map(({ statements, isAtomic }) => {
      const text = statements.map((statement) => `${statement.trim().replace(/;$/, '')};`).join('\n')
      return isAtomic ? `begin;\n${text}\ncommit;` : text
    }),
  ].join('\n')

/** Returns squawk's violations by rule. */
async function lint(migration: Migration) {
  const folder = await mkdtemp(path.join(tmpdir(), 'latchkey-lint-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  const file = path.join(folder, `${migration.tag}.sql`)
  await writeFile(file, sqlOf(migration))
  const allowed = migration.isContract ? CONTRACT_RULES.flatMap((rule) => ['--exclude', rule]) : []
  const args = [squawk, '--config', path.join(root, '.squawk.toml'), '--reporter', 'gcc', ...allowed, file]
  const output = await promisify(execFile)(process.execPath, args).then(
    ({ stdout }) => stdout,
    ({ stdout, stderr }: { stdout: string; stderr: string }) => stdout || stderr,
  )
  return output
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => line.replace(/^.*?: (warning|error): /, ''))
}

const written = (text: string) => parseMigration({ tag: '9000_example', when: 0 }, text)

/** The first migration runs on an empty database. */
const [firstMigration, ...laterMigrations] = readMigrations()

test.each(laterMigrations)(
  'migration $tag locks nothing for long and leaves the previous release running',
  async (migration) => {
    expect(await lint(migration)).toEqual([])
  },
)

test.each([
  ['CREATE INDEX "by_name" ON "licenses" ("label");', 'require-concurrent-index-creation'],
  ['ALTER TABLE "licenses" ADD COLUMN "more" text NOT NULL;', 'adding-required-field'],
  ['ALTER TABLE "licenses" ADD COLUMN "more" uuid DEFAULT gen_random_uuid();', 'adding-field-with-default'],
  ['ALTER TABLE "licenses" ALTER COLUMN "label" TYPE varchar(20);', 'changing-column-type'],
  ['ALTER TABLE "licenses" ALTER COLUMN "label" SET NOT NULL;', 'adding-not-nullable-field'],
  ['ALTER TABLE "licenses" ADD CONSTRAINT "c" CHECK ("label" <> \'\');', 'constraint-missing-not-valid'],
  ['ALTER TABLE "licenses" ADD CONSTRAINT "u" UNIQUE ("label");', 'disallowed-unique-constraint'],
  ['ALTER TABLE "licenses" DROP COLUMN "label";', 'ban-drop-column'],
  ['ALTER TABLE "licenses" RENAME COLUMN "label" TO "name";', 'renaming-column'],
])('refuses %s', async (text, rule) => {
  expect(await lint(written(text))).toContainEqual(expect.stringContaining(`${rule} `))
})

test('takes what is split into steps, and what is declared to take something away', async () => {
  const steps = [
    'ALTER TABLE "licenses" ADD COLUMN "more" text',
    'ALTER TABLE "licenses" ADD CONSTRAINT "c" CHECK ("more" <> \'\') NOT VALID',
    'ALTER TABLE "licenses" VALIDATE CONSTRAINT "c"',
    'CREATE INDEX CONCURRENTLY IF NOT EXISTS "by_more" ON "licenses" ("more")',
  ]
  expect(await lint(written(steps.join(';--> statement-breakpoint\n')))).toEqual([])
  expect(await lint(written('-- contract: unused since 0.3.0\nALTER TABLE "licenses" DROP COLUMN "label";'))).toEqual(
    [],
  )
})

test('the schema of the first release stays as it was compared with what its 24 migrations made (decisions/029)', () => {
  expect(firstMigration?.hash).toBe('fcb0c9411ac4d4293eca6aa198ede02c200c0bc4f1ca6b9df7ce5e78eb2f93ae')
})

test('every migration file is in the journal', async () => {
  const { entries } = JSON.parse(
    await readFile(path.join(import.meta.dirname, 'migrations/meta/_journal.json'), 'utf8'),
  ) as { entries: { idx: number; tag: string }[] }
  expect(entries.map(({ tag }) => Number.parseInt(tag, 10))).toEqual(entries.map(({ idx }) => idx))
})
