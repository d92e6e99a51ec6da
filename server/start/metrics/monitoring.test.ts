import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { parse } from 'yaml'
import type { Endpoint } from '#contract/endpoint.ts'
import { downloads } from '#contract/releases/downloads.ts'
import { updates } from '#contract/releases/updates.ts'
import { uploads } from '#contract/releases/uploads.ts'
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

test('an expression about metrics that other software has too selects those of the portal', () => {
  const exprs = [...alerts, ...panels.flatMap(({ targets = [] }) => targets)].map(({ expr }) => expr)
  const selectors = exprs.flatMap((expr) => expr.match(/\b(?:http|database|process|nodejs)_\w+(?:\{[^}]*\})?/g) ?? [])
  expect(selectors.length).toBeGreaterThan(10)
  expect(selectors.filter((selector) => !selector.includes('{job="latchkey"'))).toEqual([])
})

test('the transfer of a large file is no slow request', () => {
  const { expr = '' } = alerts.find(({ alert }) => alert === 'LatchkeySlow') ?? {}
  const left = new RegExp(`^(?:${/route!~"([^"]*)"/.exec(expr)?.[1]})$`)
  const isOfFiles = (endpoint: Endpoint) => 'serves' in endpoint.config && endpoint.config.serves === 'file'
  const ofFiles = [uploads.put, ...[...Object.values(downloads), ...Object.values(updates)].filter(isOfFiles)]
  expect(ofFiles.length).toBeGreaterThan(3)
  expect(ofFiles.map(({ url }) => url).filter((url) => !left.test(url))).toEqual([])
  for (const { url } of [updates.electron, downloads.list]) expect(url).not.toMatch(left)
})

test('every expression without a metric of the portal is about up', () => {
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
