import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { freePort, spawnServer } from '#server/testing/platform/server-process.ts'
import { testDatabaseUrl } from '#server/testing/testing.ts'

const reporter = new URL('../testing/platform/report-loaded.ts', import.meta.url).href

/** Imported when they are first needed. */
const LATER = [
  '@aws-sdk/client-s3',
  '@zxcvbn-ts/language-common',
  'bowser',
  'fast-xml-parser',
  'file-type',
  'marked',
  'html-to-text',
  'nodemailer',
  'pdfkit',
  'postal-mime',
  'smtp-server',
  'yaml',
  'yauzl',
]

/** Fastify's own compiler of schemas, and fetch. */
const NEVER = ['ajv', 'NativeModule internal/deps/undici/undici']

test('a start loads nothing large that only few requests need', async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'latchkey-loaded-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  const file = path.join(folder, 'loaded.json')
  const server = spawnServer({
    PORT: String(await freePort()),
    DATABASE_URL: testDatabaseUrl,
    NODE_OPTIONS: `--import ${reporter}`,
    LOADED_REPORT: file,
  })
  await server.answers('/health/ready', 200)
  await server.kill('SIGTERM')
  const loaded = JSON.parse(await readFile(file, 'utf8')) as string[]
  expect(loaded).toEqual(expect.arrayContaining(['fastify', 'pg-boss', 'NativeModule http']))
  expect(loaded.filter((name) => [...LATER, ...NEVER].includes(name))).toEqual([])
})
