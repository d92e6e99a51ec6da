import { defineConfig } from '@playwright/test'
import { mkdtempSync, rmSync } from 'node:fs'
import { availableParallelism, tmpdir } from 'node:os'
import path from 'node:path'

const port = Number((process.env.E2E_PORT ??= '3199'))
/** A folder of its own, made by the first process, which the workers inherit it from and which takes it away last of all. */
const data = (process.env.E2E_DATA_DIR ??= makeFolder())
/** The specs name days as the browser does, also in the hours in which it is another day elsewhere. */
const timezoneId = (process.env.TZ = 'Africa/Johannesburg')
const sandbox = process.getuid?.() === 0 ? ['--no-sandbox'] : []

/** The browser meets the very server that `npm start` runs, with its demo data, in a folder of its own. */
export default defineConfig({
  testDir: './e2e',
  outputDir: './test-results/browser',
  fullyParallel: true,
  // One for each processor, as far as the one server that all of them ask keeps up.
  workers: Math.min(4, Math.max(2, availableParallelism())),
  // Nothing here is a measurement: what hangs fails, and a busy machine may take its time.
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
    // Recording every step of every test costs a quarter of the time.
    trace: process.env.E2E_TRACE ? 'retain-on-failure' : 'off',
  },
  webServer: {
    command: 'node server/main.ts',
    url: `http://localhost:${port}/health/ready`,
    env: { PORT: String(port), DATA_DIR: data, LOG_LEVEL: 'error' },
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
