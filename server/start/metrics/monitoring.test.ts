import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { parse } from 'yaml'
import { platform } from '#server/testing/testing.ts'
import { createMetrics } from './metrics.ts'

type Rules = { groups: { rules: { alert: string; expr: string }[] }[] }
type Dashboard = { panels: { title: string; targets?: { expr: string }[] }[] }

const read = (file: string) => readFileSync(`docs/monitoring/${file}`, 'utf8')
const alerts = (parse(read('alerts.yml')) as Rules).groups.flatMap(({ rules }) => rules)
const panels = (JSON.parse(read('dashboard.json')) as Dashboard).panels.filter(({ targets }) => targets)

/** Prometheus adds `up` itself. */
const ADDED = 'up'
const OPERATORS = ['and', 'or', 'unless', 'bool']

/** Each metric that the expression selects. Functions, groupings and durations are no metrics. */
const namesIn = (expr: string) =>
  Array.from(
    expr.replace(/\{[^}]*\}|\[[^\]]*\]|\b(by|without) *\([^)]*\)/g, ' ').matchAll(/\b[a-z_]\w*\b(?! *\()/g),
    ([name]) => name,
  ).filter((name) => !OPERATORS.includes(name) && name !== ADDED)

const metrics = createMetrics(platform)
const answer = await metrics.read()
const described = Array.from(answer.matchAll(/^# TYPE (\w+) (\w+)$/gm)).flatMap(([, name = '', type]) =>
  type === 'histogram' ? [`${name}_bucket`, `${name}_sum`, `${name}_count`] : [name],
)

test('the names in an expression are found', () => {
  expect(
    namesIn('sum by (le) (rate(one_total{code=~"two"}[5m])) > 0.5 or max(three_bytes) / time() unless up'),
  ).toEqual(['one_total', 'three_bytes'])
})

test.each(alerts)('the alert $alert reads metrics of the server', ({ expr }) => {
  expect(namesIn(expr).filter((name) => !described.includes(name))).toEqual([])
})

test.each(panels)('the panel $title reads metrics of the server', ({ targets = [] }) => {
  const names = targets.flatMap(({ expr }) => namesIn(expr))
  expect(names.filter((name) => !described.includes(name))).toEqual([])
})

test('most expressions name one', () => {
  const exprs = [...alerts, ...panels.flatMap(({ targets = [] }) => targets)].map(({ expr }) => expr)
  expect(exprs.length).toBeGreaterThan(30)
  expect(exprs.filter((expr) => namesIn(expr).length === 0).every((expr) => /\bup\b/.test(expr))).toBe(true)
})

test('every metric of the product follows the naming rules of Prometheus', () => {
  const types = Array.from(answer.matchAll(/^# TYPE (latchkey_\w+) (\w+)$/gm))
  expect(types.length).toBeGreaterThan(15)
  const isNamed = ([, name = '', type]: RegExpMatchArray) => name.endsWith('_total') === (type === 'counter')
  expect(types.filter((found) => !isNamed(found)).map(([line]) => line)).toEqual([])
})
