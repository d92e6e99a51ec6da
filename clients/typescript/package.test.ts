import { execFile } from 'node:child_process'
import { globSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { homedir, tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { publint } from 'publint'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { product, root } from '#clients/packages/product.ts'
import { expectLocking, listen } from '#clients/testing/locking.ts'
import type { Program } from '#clients/testing/start-session.ts'

const run = promisify(execFile)
const folder = mkdtempSync(path.join(tmpdir(), 'package-test-'))
afterAll(() => rmSync(folder, { recursive: true }))

async function packInto(name: string) {
  const to = path.join(folder, name)
  await run(process.execPath, [path.join(root, 'clients/packages/cli.ts'), '--to', to], { cwd: root })
  return path.join(to, globSync('latchkey-licensing-*.tgz', { cwd: to })[0] ?? '')
}

let packed = ''
let server = ''
const applications = { module: '', commonjs: '' }
beforeAll(async () => {
  server = await listen()
  packed = await packInto('first')
  applications.module = await newApplication('module')
  applications.commonjs = await newApplication('commonjs')
}, 180_000)

const installed = () => path.join(applications.module, 'node_modules', '@latchkey', 'licensing')

const SESSION = `
import { createInterface } from 'node:readline'
import { createDeviceClient, createFileStore, createLicensing, machineFolder, readDeviceFingerprint } from '@latchkey/licensing'
import type { Status, TrustedKeys } from '@latchkey/licensing'

const [folder = '', server = '', deviceFingerprint = '', keys = '{}'] = process.argv.slice(2)
const isReady = machineFolder('Vendor', 'Product').includes('Product') && readDeviceFingerprint(folder) !== ''
const licensing = createLicensing({
  client: createDeviceClient({ server }),
  store: createFileStore(folder),
  device: { deviceFingerprint, deviceName: 'PACKAGED-1', deviceOs: 'Windows 11', appVersion: '1.4.0' },
  keys: JSON.parse(keys) as TrustedKeys,
})
const commands: Record<string, (argument: string) => Promise<unknown>> = {
  activate: (key) => licensing.activate(key),
  checkIn: () => licensing.checkIn(),
  tick: () => licensing.tick(),
}
createInterface({ input: process.stdin }).on('line', async (line) => {
  const [command = '', argument = ''] = line.split(' ')
  await commands[command]?.(argument)
  const { mayRun, code, warnings }: Status = licensing.status()
  console.log(JSON.stringify({ mayRun: isReady && mayRun, code, warnings }))
})
`

/** Takes away what the first versions of Node.js 18 do not have. */
const NODE_18 = `
delete globalThis.crypto
delete URL.canParse
`

const README_SAMPLE = /^```ts\n(.*?)^```$/ms.exec(
  readFileSync(path.join(import.meta.dirname, 'README.md'), 'utf8'),
)?.[1]

/** An application outside this repository that has installed the package without a network. */
async function newApplication(type: 'module' | 'commonjs') {
  const application = mkdtempSync(path.join(folder, `${type}-`))
  const write = (name: string, text: string) => writeFileSync(path.join(application, name), text)
  write('package.json', JSON.stringify({ name: 'application', private: true, type }))
  await run('npm', ['install', '--offline', '--no-audit', '--no-fund', packed], { cwd: application })
  write('session.ts', SESSION)
  write('node-18.cjs', NODE_18)
  write('readme.mts', README_SAMPLE ?? '')
  return application
}

async function compile(application: string, options: object) {
  const files = ['session.ts', 'readme.mts']
  const typeRoots = [path.join(root, 'node_modules', '@types')]
  const compilerOptions = { target: 'ES2022', lib: ['ES2022'], strict: true, types: ['node'], typeRoots, ...options }
  writeFileSync(path.join(application, 'tsconfig.json'), JSON.stringify({ compilerOptions, files }))
  const tsc = path.join(root, 'node_modules', '.bin', 'tsc')
  const { stdout } = await run(tsc, ['-p', application]).catch((error: { stdout: string }) => error)
  expect(stdout).toBe('')
}

const programIn =
  (application: string): Program =>
  ({ folder: state, server: address, computer, keys }) => [
    process.execPath,
    `--require=${path.join(application, 'node-18.cjs')}`,
    path.join(application, 'session.js'),
    state,
    address,
    computer,
    JSON.stringify(keys),
  ]

test.each(['module', 'commonjs'] as const)(
  'the portal locks and unlocks an application (%s) that has installed the package',
  { timeout: 120_000 },
  async (type) => {
    const application = applications[type]
    await compile(application, { module: 'esnext', moduleResolution: 'bundler', noEmit: true })
    await compile(application, { module: 'nodenext' })
    const compiled = readFileSync(path.join(application, 'session.js'), 'utf8')
    expect(compiled).toMatch(type === 'module' ? /^import .* from '@latchkey/m : /require\("@latchkey/)
    await expectLocking(programIn(application), server)
  },
)

test('the package follows the rules of publint and needs no other package', async () => {
  expect((await publint({ pkgDir: installed(), pack: false, strict: true })).messages).toEqual([])
  const manifest = JSON.parse(readFileSync(path.join(installed(), 'package.json'), 'utf8')) as object
  expect(manifest).toMatchObject({ version: product.version, license: 'Apache-2.0', engines: { node: '>=18' } })
  expect(Object.keys(manifest).filter((key) => /dependencies|scripts/i.test(key))).toEqual([])
})

test('the package names nothing of the computer that packed it', () => {
  const files = globSync('**/*', { cwd: installed() }).filter((file) => statSync(path.join(installed(), file)).isFile())
  expect(files).toEqual(expect.arrayContaining(['LICENSE', 'README.md', 'package.json', 'dist/esm/public.d.ts']))
  for (const file of files) {
    const text = readFileSync(path.join(installed(), file), 'utf8')
    for (const own of [root, homedir(), tmpdir()]) expect(text, file).not.toContain(own)
    expect(text, file).not.toMatch(/registry\.|sourceMappingURL/)
  }
})

test('the same sources give the same package', { timeout: 60_000 }, async () => {
  expect(readFileSync(await packInto('second')).equals(readFileSync(packed))).toBe(true)
})
