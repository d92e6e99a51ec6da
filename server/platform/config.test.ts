import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { Environment, readConfig, type Config } from './config.ts'

const DATABASE_URL = 'postgres://127.0.0.1/portal'
const read = (environment: NodeJS.ProcessEnv): Config => readConfig({ DATABASE_URL, ...environment })

test.each([
  ['DATABASE_POOL', '3', 'must be at least 4'],
  ['MAIL_KEPT_DAYS', '0', 'must be at least 30'],
  ['PORT', '70000', 'must be at most 65535'],
  ['SESSION_IDLE_MINUTES', '30m', 'must be a whole number'],
  ['OTEL_TRACES_SAMPLER_ARG', '1.5', 'must be at most 1'],
  ['WORKER', 'false', 'must be on or off'],
  ['STAFF_MFA', 'Required', 'must be optional or required'],
  ['MAIL_FROM', 'Acme <portal@example.com>', 'must be an email address like sales@example.com'],
  ['SEALING_SECRET', 'short', 'must have at least 32 characters'],
  ['PRODUCT_NAME', ' ', 'is blank'],
  ['PRODUCT_NAME', 'Acme\nPortal', 'must be one line'],
  ['BACKUP_TO', 'https://s3.example.com/backups', 'must be a folder, or an address like s3://bucket/prefix'],
  ['BACKUP_TO', 's3:///backups', 'must be a folder, or an address like s3://bucket/prefix'],
  ['BACKUP_TO', 's3:/backups', 'must be a folder, or an address like s3://bucket/prefix'],
  ['BACKUP_TO', 's3://my bucket/daily', 'must be a folder, or an address like s3://bucket/prefix'],
  ['BACKUP_TO', 's3://bucket?daily', 'must be a folder, or an address like s3://bucket/prefix'],
  ['S3_ENDPOINT', 's3.example.com', 'must be an address like https://s3.example.com'],
  ['SMTP_URL', 'smtp://', 'must be an address like smtp://user:password@host:587'],
  ['PUBLIC_URL', 'portal.example.com', 'must be an address like https://portal.example.com'],
  [
    'PUBLIC_URL',
    'https://example.com/portal',
    'must be only a scheme, a host and a port, like https://portal.example.com',
  ],
])('the refusal of %s says what is wrong with %o', (name, value, words) => {
  expect(() => read({ [name]: value })).toThrow(`The setting ${name} is not usable: ${words}.`)
})

test.each([
  [
    { S3_ENDPOINT: 'https://s3.example.com', S3_ACCESS_KEY_ID: 'a', S3_SECRET_ACCESS_KEY: 'b' },
    'S3_ENDPOINT needs S3_BUCKET',
  ],
  [
    { S3_BUCKET: 'files' },
    'S3_BUCKET needs S3_ACCESS_KEY_ID beside it. S3_BUCKET needs S3_SECRET_ACCESS_KEY beside it.',
  ],
  [{ S3_BUCKET: 'files', S3_ACCESS_KEY_ID: 'a' }, 'S3_BUCKET needs S3_SECRET_ACCESS_KEY beside it.'],
  [{ S3_SECRET_ACCESS_KEY: 'b' }, 'S3_SECRET_ACCESS_KEY needs S3_BUCKET'],
  [{ SEALING_SECRET_PREVIOUS: 'x'.repeat(32) }, 'SEALING_SECRET_PREVIOUS needs SEALING_SECRET'],
  [{ BACKUP_TO: '/srv/backups' }, 'BACKUP_TO needs BACKUP_SECRET'],
  [{ BACKUP_TO: 's3://backups', BACKUP_SECRET: 'x'.repeat(32) }, 'BACKUP_TO needs S3_BUCKET'],
])('a setting without the one it belongs to is refused: %o', (settings, words) => {
  expect(() => read(settings)).toThrow(words)
})

test('an address is taken with a slash at its end, and empty settings count as missing', () => {
  expect(read({ PUBLIC_URL: 'https://portal.example.com/', S3_BUCKET: '', SEALING_SECRET: '' })).toMatchObject({
    publicUrl: 'https://portal.example.com',
    s3: undefined,
    sealing: { secret: undefined, previous: undefined },
  })
})

test('the README lists each setting', () => {
  const rows = readFileSync('README.md', 'utf8').matchAll(/^\| (`[A-Z][^|]+)\|/gm)
  const listed = Array.from(rows, ([, names = '']) => names.match(/\w+/g) ?? []).flat()
  const settings = Object.keys(Environment.shape)
  expect(settings.filter((name) => !listed.includes(name))).toEqual([])
  expect(listed.filter((name) => !settings.includes(name))).toEqual(['TMPDIR'])
})
