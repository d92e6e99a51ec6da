import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { readSources } from '#server/testing/sources.ts'
import { jobTable } from './job-table.ts'

const enqueuing = readSources()
  .filter(({ file }) => /^server\/(?!start\/|testing\/)/.test(file) && !file.endsWith('.test.ts'))
  .map(({ text }) => text)
  .join('\n')

const onDemand = Object.entries(jobTable).flatMap(([name, rule]) => ('cron' in rule || 'atStart' in rule ? [] : [name]))

test.each(onDemand)('%s has no schedule, so the server enqueues it', (name) =>
  expect(enqueuing.includes(`'${name}'`)).toBe(true),
)

test('docs/operate.md lists each job', () => {
  const rows = readFileSync('docs/operate.md', 'utf8').matchAll(/^\| ((?:`[a-z-]+`(?:, )?)+) +\|/gm)
  const listed = [...rows].flatMap(([, names = '']) => names.match(/[a-z-]+/g) ?? [])
  expect(Object.keys(jobTable).filter((name) => !listed.includes(name))).toEqual([])
})
