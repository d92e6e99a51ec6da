import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { expect, test } from 'vitest'
import { parse } from 'yaml'
import { readConfig } from './platform/config.ts'
import { app, platform } from './testing/testing.ts'

const root = path.resolve(import.meta.dirname, '..')
const recipes = await readFile(path.join(root, 'docs/deploy.md'), 'utf8')
const readme = await readFile(path.join(root, 'README.md'), 'utf8')

const composeFile = await readFile(path.join(root, 'compose.yaml'), 'utf8')
const compose = parse(composeFile)

const found = (pattern: RegExp) => Array.from(recipes.matchAll(pattern), ([, name = '']) => name)
const { drainSeconds } = readConfig({ DATABASE_URL: 'postgres://localhost/latchkey' })

/** Seconds that a process may take once the draining is over. */
const PATIENCE = 12

test('recipes name settings that exist', () => {
  const settings = found(/\b([A-Z][A-Z0-9]*_[A-Z0-9_]+)\b/g)
  expect(settings).not.toHaveLength(0)
  const known = `${readme} ${composeFile.replaceAll(/\$\{(\w+):\?\}/g, '`$1`')}`
  for (const setting of settings) expect(known).toContain(`\`${setting}\``)
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
  expect(checks).toHaveLength(5)
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

test('the composed portal gets settings that exist, and each secret and address from the operator', () => {
  const environment: Record<string, string> = compose.services.portal.environment
  const asked = Object.values(environment).filter((value) => value.includes(':?}'))
  expect(asked).toHaveLength(5)
  const answered = Object.entries(environment).map(([setting, value]) => {
    expect(readme).toContain(`\`${setting}\``)
    return [setting, value.replace(/\$\{\w+:\?\}/, 'x'.repeat(32))]
  })
  const addresses = { PUBLIC_URL: 'https://portal.example.com', S3_ENDPOINT: 'https://files.example.com' }
  expect(readConfig({ ...Object.fromEntries(answered), ...addresses })).toMatchObject({
    demo: false,
    s3: { bucket: 'latchkey', accessKeyId: compose.services.storage.environment.ROOT_ACCESS_KEY_ID },
  })
})

test('the composed portal gets the other settings of the operator’s file', () => {
  expect(compose.services.portal.env_file).toBe('.env')
  expect(composeFile).not.toContain(':-}')
})

test('the composed portal writes only to its volume and /tmp, and has the time to stop', () => {
  const { read_only, tmpfs, volumes, cap_drop, stop_grace_period } = compose.services.portal
  expect({ read_only, tmpfs, volumes, cap_drop }).toEqual({
    read_only: true,
    tmpfs: ['/tmp'],
    volumes: ['data:/data'],
    cap_drop: ['ALL'],
  })
  expect(Number.parseInt(stop_grace_period)).toBeGreaterThan(drainSeconds + PATIENCE)
})
