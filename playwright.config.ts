import { defineConfig } from '@playwright/test'
import { mkdtempSync, rmSync } from 'node:fs'
import { availableParallelism, tmpdir } from 'node:os'
import path from 'node:path'

const port = Number((process.env.E2E_PORT ??= '3199'))
/** The first process creates the folder; the workers inherit its name, and the first process removes it at the end. */
const data = (process.env.E2E_DATA_DIR ??= makeFolder())
/** The specs name days like the browser does, even while it is already tomorrow in UTC. */
const timezoneId = (process.env.TZ = 'Africa/Johannesburg')
const sandbox = process.getuid?.() === 0 ? ['--no-sandbox'] : []

/** The specs run against the server that `npm start` runs, with the example data, in a temporary folder. */
export default defineConfig({
  testDir: './e2e',
  outputDir: './test-results/browser',
  fullyParallel: true,
  // One worker per processor. All of them share one server.
  workers: Math.min(4, Math.max(2, availableParallelism())),
  // These are no measurements: a test that hangs fails, and a busy machine may be slow.
  timeout: 90_000,
  expect: { timeout: 10_000 },
  use: {
    baseURL: `http://localhost:${port}`,
    locale: 'en-ZA',
    timezoneId,
    launchOptions: {
      args: sandbox,
      ...(process.env.PLAYWRIGHT_CHROMIUM && { executablePath: process.env.PLAYWRIGHT_CHROMIUM }),
    },
    screenshot: 'only-on-failure',
    // Recording a trace of every test takes a quarter of the time.
    trace: process.env.E2E_TRACE ? 'retain-on-failure' : 'off',
  },
  webServer: {
    command: 'node server/main.ts',
    url: `http://localhost:${port}/health/ready`,
    env: { PORT: String(port), DATA_DIR: data, LOG_LEVEL: 'error', OUTBOUND_TARGETS: 'any' },
    gracefulShutdown: { signal: 'SIGTERM', timeout: 15_000 },
    timeout: 60_000,
    stdout: 'ignore',
    stderr: 'pipe',
  },
})

function makeFolder() {
  const folder = mkdtempSync(path.join(tmpdir(), 'latchkey-e2e-'))
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }))
  return folder
}
