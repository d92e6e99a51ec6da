import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { jobTable } from './job-table.ts'

test('docs/operate.md lists the jobs', () => {
  const rows = readFileSync('docs/operate.md', 'utf8').matchAll(/^\| ((?:`[a-z-]+`(?:, )?)+) +\|/gm)
  const listed = [...rows].flatMap(([, names = '']) => names.match(/[a-z-]+/g) ?? [])
  expect(new Set(listed)).toEqual(new Set(Object.keys(jobTable)))
})
