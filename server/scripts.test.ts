import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { createInterface } from 'node:readline'
import { pathToFileURL } from 'node:url'
import { expect, onTestFinished, test } from 'vitest'

const root = path.resolve(import.meta.dirname, '..')
const setup = pathToFileURL(path.join(root, 'scripts/setup.mjs')).href

test('each script of package.json but the formatter runs a program of scripts/', async () => {
  const { scripts } = JSON.parse(await readFile(path.join(root, 'package.json'), 'utf8')) as {
    scripts: Record<string, string>
  }
  const others = Object.entries(scripts).filter(([, command]) => !/^node scripts\/[\w-]+\.mjs\b/.test(command))
  expect(others).toEqual([['format', 'oxfmt .']])
})

test('a program is sent a signal once a second, because npm repeats each', async () => {
  const program = `
    let count = 0
    process.on('SIGTERM', () => { count += 1; console.log('SIGTERM ' + count) })
    process.stdin.on('end', () => process.exit(7)).resume()
    console.log('ready')`
  const script = `
    import { run } from ${JSON.stringify(setup)}
    process.exitCode = await run(process.execPath, ['-e', ${JSON.stringify(program)}])`
  const runner = spawn(process.execPath, ['--input-type=module', '-e', script], {
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  onTestFinished(() => void runner.kill('SIGKILL'))
  const exited = once(runner, 'exit')
  const lines = createInterface(runner.stdout)[Symbol.asyncIterator]()
  const next = async () => (await lines.next()).value
  expect(await next()).toBe('ready')
  const startedAt = performance.now()
  const again = setInterval(() => runner.kill('SIGTERM'), 20)
  onTestFinished(() => clearInterval(again))
  expect([await next(), await next()]).toEqual(['SIGTERM 1', 'SIGTERM 2'])
  clearInterval(again)
  runner.stdin.end()
  expect(performance.now() - startedAt).toBeGreaterThan(900)
  expect(await exited).toEqual([7, null])
})
