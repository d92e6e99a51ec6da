import { existsSync, mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { findBrowser } from './browser.mjs'
import { build } from './build.mjs'
import { ensureInstalled, packageCommand, pinnedNode, readJson, root, run } from './setup.mjs'
import { readPlaywright, readVitest } from './test-reports.mjs'

/** `names` are parts of file paths: `npm run test:api -- licenses`. */
const [tier = 'all', ...names] = process.argv.slice(2)
const reports = join(root, 'test-results')
const total = { passed: 0, failed: 0, skipped: 0 }
/** Repeated at the end of the log. */
const failures = []
let interrupted = false

/** Runs every step, even after failures. */
async function step(name, work) {
  if (interrupted) return
  console.log(`\n── ${name}`)
  const { passed, failed, skipped = 0, failures: told = [] } = await work()
  total.passed += passed
  total.failed += failed
  total.skipped += skipped
  failures.push(...(failed > 0 && told.length === 0 ? [`✗ ${name}`] : told))
}

/** A step that passes or fails as a whole. */
const verdict = (exitCode) => (exitCode === 0 ? { passed: 1, failed: 0 } : { passed: 0, failed: 1 })

/** A step with a report. Also fails if it crashed, ran nothing, or exited with an error that the report lacks. */
async function counted(name, read, runTests) {
  const report = join(reports, `${name}.json`)
  mkdirSync(reports, { recursive: true })
  rmSync(report, { force: true })
  const exitCode = await runTests(report)
  const counts = existsSync(report) ? read(readJson(report)) : { passed: 0, failed: 0 }
  const ranNothing = counts.passed + counts.failed === 0
  if (ranNothing) console.error(`${name} ran no test.`)
  return { ...counts, failed: Math.max(counts.failed, ranNothing || exitCode !== 0 ? 1 : 0) }
}

const command = (packageName, args = [], name = packageName, env = {}) =>
  run(pinnedNode(), [packageCommand(packageName, name), ...args], { env })

const vitest = (projects, env) => (report) => {
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`]
  const chosen = projects.map((name) => `--project=${name}`)
  return command('vitest', ['run', ...chosen, ...reporters, ...names], 'vitest', env)
}

async function playwright(report) {
  const chromium = findBrowser()
  if (!chromium) {
    console.error('The browser tests need Chromium: install it or name it in PLAYWRIGHT_CHROMIUM.')
    return 1
  }
  const env = { PLAYWRIGHT_CHROMIUM: chromium, PLAYWRIGHT_JSON_OUTPUT_FILE: report }
  return command('@playwright/test', ['test', '--reporter=list,json', ...names], 'playwright', env)
}

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.once(signal, () => (interrupted = true))

const quick = [
  ['format', async () => verdict(await command('oxfmt', ['--check', '.']))],
  ['lint', async () => verdict(await command('oxlint', ['--type-aware', '--deny-warnings']))],
  ['types', async () => verdict(await command('typescript', [], 'tsc'))],
  ['unused code', async () => verdict(await command('knip'))],
  ['spelling', async () => verdict(await command('cspell', ['lint', '--no-progress', '--no-summary']))],
]
const webBuild = ['web build', async () => verdict(await build())]
const server = (title, projects, env) => [title, () => counted('vitest', readVitest, vitest(projects, env))]
const browser = ['browser tests', () => counted('playwright', readPlaywright, playwright)]

/** By npm script: `check`, `test:api`, `test:e2e`, `test:slow`, or all. */
const tiers = {
  all: [...quick, webBuild, server('server tests', ['unit', 'api', 'own-process']), browser],
  check: [...quick, server('unit tests', ['unit'])],
  api: [webBuild, server('API tests', ['api', 'own-process'])],
  e2e: [webBuild, browser],
  slow: [webBuild, server('long forms', ['api'], { LONG_TESTS: 'yes' })],
}

ensureInstalled()
for (const [name, work] of tiers[tier]) await step(name, work)

if (failures.length > 0) console.log(`\n${failures.join('\n\n')}`)
const skipped = total.skipped > 0 ? `, ${total.skipped} skipped` : ''
console.log(`\n${total.passed} passed, ${total.failed} failed${skipped}`)
process.exitCode = interrupted ? 130 : Math.min(total.failed, 1)
