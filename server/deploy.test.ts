import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { expect, test } from 'vitest'
import { readConfig } from './platform/config.ts'
import { app, platform } from './testing/testing.ts'

const root = path.resolve(import.meta.dirname, '..')
const recipes = await readFile(path.join(root, 'docs/deploy.md'), 'utf8')
const readme = await readFile(path.join(root, 'README.md'), 'utf8')

const found = (pattern: RegExp) => Array.from(recipes.matchAll(pattern), ([, name = '']) => name)
const { drainSeconds } = readConfig({ DATABASE_URL: 'postgres://localhost/latchkey' })

/** Seconds that a process may take once the draining is over. */
const PATIENCE = 12

test('recipes name settings that exist', () => {
  const settings = found(/\b([A-Z][A-Z0-9]*_[A-Z0-9_]+)\b/g)
  expect(settings).not.toHaveLength(0)
  for (const setting of settings) expect(readme).toContain(`\`${setting}\``)
})

test('recipes leave a process the time to stop', () => {
  const stops = found(/(?:TimeoutStopSec=|--stop-timeout=|terminationGracePeriodSeconds: )(\d+)/g)
  expect(stops).toHaveLength(3)
  for (const seconds of stops) expect(Number(seconds)).toBeGreaterThan(drainSeconds + PATIENCE)
})

test('recipes take a process that stops out while it still serves', () => {
  const checks = [
    ...recipes.matchAll(/(?:inter (\d+)s fall (\d+)|health\/ready.*periodSeconds: (\d+), failureThreshold: (\d+))/g),
  ]
  expect(checks).toHaveLength(3)
  for (const [, inter, fall, period, threshold] of checks)
    expect(Number(inter ?? period) * Number(fall ?? threshold)).toBeLessThan(drainSeconds)
})

test.each(found(/(\/health\/\w+)/g))('%s, which a recipe asks, answers', async (url) => {
  expect((await app.inject({ url })).statusCode).toBe(200)
})

test('recipes give a pooler what the server asks of a connection', () => {
  const ofServer = Object.keys(platform.pool.options).filter(
    (name) => /^\w+_timeout$/.test(name) && name !== 'query_timeout',
  )
  const [ignored = ''] = found(/^ignore_startup_parameters = (.+)$/gm)
  expect(ignored.split(',').toSorted()).toEqual(ofServer.toSorted())
  expect(found(/^alter role latchkey set (\w+) =/gm).toSorted()).toEqual(ofServer.toSorted())
})
