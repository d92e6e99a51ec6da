import { execFile } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'

const run = promisify(execFile)
const root = path.join(import.meta.dirname, '..', '..')
const folder = mkdtempSync(path.join(tmpdir(), 'docs-'))
afterAll(() => rmSync(folder, { recursive: true }))

const page = readFileSync(path.join(root, 'docs', 'integrate.md'), 'utf8')
const samples = [...page.matchAll(/^```ts\n\/\/ (\S+)\n(.*?)^```$/gms)].map(([, name = '', code = '']) => ({
  name,
  code,
}))

/** Declarations for Electron, which this repository does not install. A window must not get the device token. */
const DECLARATIONS = `
declare module 'electron' {
  export const app: { getVersion(): string; whenReady(): Promise<void>; exit(code?: number): void }
  export const net: { fetch(input: string, init?: RequestInit): Promise<Response> }
  type ForWindow = { deviceToken?: never; [name: string]: unknown }
  type Listener = (event: object, ...args: any[]) => ForWindow | Promise<ForWindow>
  export const ipcMain: { handle(channel: string, listener: Listener): void }
  export const BrowserWindow: { getAllWindows(): { webContents: { send(channel: string, ...args: unknown[]): void } }[] }
}`

const ELECTRON = `
export let becomeReady
const ready = new Promise((resolve) => (becomeReady = resolve))
export const app = { getVersion: () => '1.4.0', whenReady: () => ready, exit: (code) => process.exit(code) }
export const net = { fetch }
export const ipcMain = { handle: () => {} }
export const BrowserWindow = { getAllWindows: () => [] }`

/** Starts an application as Electron does: ready comes after its main file has run. */
const START = `
import { becomeReady } from 'electron'
await import('./main.js')
becomeReady()`

const TSCONFIG = {
  compilerOptions: {
    target: 'ES2022',
    module: 'nodenext',
    lib: ['ES2023', 'DOM'],
    strict: true,
    skipLibCheck: true,
    outDir: 'built',
    rewriteRelativeImportExtensions: true,
    types: ['node'],
    typeRoots: [path.join(root, 'node_modules', '@types')],
    paths: {
      '@latchkey/licensing': ['./latchkey/public.ts'],
      'electron-updater': [path.join(root, 'node_modules', 'electron-updater', 'out', 'main.d.ts')],
    },
  },
}

let problems = ''
beforeAll(async () => {
  mkdirSync(path.join(folder, 'latchkey'))
  for (const file of readdirSync(import.meta.dirname).filter((name) => !name.endsWith('.test.ts'))) {
    cpSync(path.join(import.meta.dirname, file), path.join(folder, 'latchkey', file))
  }
  for (const { name, code } of samples) writeFileSync(path.join(folder, name), code)
  writeFileSync(path.join(folder, 'electron.d.ts'), DECLARATIONS)
  writeFileSync(path.join(folder, 'package.json'), '{"type": "module"}')
  writeFileSync(path.join(folder, 'tsconfig.json'), JSON.stringify(TSCONFIG))
  const tsc = path.join(root, 'node_modules', '.bin', 'tsc')
  const { stdout } = await run(tsc, ['-p', folder]).catch((error: { stdout: string }) => error)
  problems = stdout
}, 120_000)

test('the samples of docs/integrate.md compile against a copied folder', () => {
  expect(samples.map(({ name }) => name)).toEqual(['licensing.ts', 'main.ts', 'features.ts', 'updates.ts'])
  expect(page.match(/^```ts$/gm)).toHaveLength(samples.length)
  expect(problems).toBe('')
})

test('the samples start in Electron, and --enroll exits with 2 without a network', { timeout: 30_000 }, async () => {
  const modules = path.join(folder, 'node_modules')
  const electron = path.join(modules, 'electron')
  mkdirSync(electron, { recursive: true })
  mkdirSync(path.join(modules, '@latchkey'))
  symlinkSync(path.join(folder, 'built', 'latchkey'), path.join(modules, '@latchkey', 'licensing'))
  writeFileSync(path.join(folder, 'built', 'latchkey', 'package.json'), '{"type": "module", "exports": "./public.js"}')
  writeFileSync(path.join(electron, 'package.json'), '{"type": "module", "exports": "./electron.js"}')
  writeFileSync(path.join(electron, 'electron.js'), ELECTRON)
  writeFileSync(path.join(folder, 'built', 'start.js'), START)
  const sample = path.join(folder, 'built', 'licensing.js')
  const code = readFileSync(sample, 'utf8').replace('https://portal.example.com', 'http://127.0.0.1:9')
  writeFileSync(sample, code.replaceAll(/'32 bytes in base64[^']*'/g, `'${Buffer.alloc(32).toString('base64')}'`))
  const words = [path.join(folder, 'built', 'start.js'), '--enroll', 'ENR-1']
  const started = run(process.execPath, words, { env: { ...process.env, ProgramData: folder } })
  await expect(started).rejects.toMatchObject({ code: 2, stderr: expect.stringContaining('Licensing: ') })
})
