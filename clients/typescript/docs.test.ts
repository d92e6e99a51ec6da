import { execFile } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { afterAll, expect, test } from 'vitest'

const root = path.join(import.meta.dirname, '..', '..')
const folder = mkdtempSync(path.join(tmpdir(), 'docs-'))
afterAll(() => rmSync(folder, { recursive: true }))

const page = readFileSync(path.join(root, 'docs', 'integrate.md'), 'utf8')
const samples = [...page.matchAll(/^```ts\n\/\/ (\S+)\n(.*?)^```$/gms)].map(([, name = '', code = '']) => ({
  name,
  code,
}))

/** Declarations for Electron, which this repository does not install. */
const ELECTRON = `
declare module 'electron' {
  export const app: { getVersion(): string; whenReady(): Promise<void>; exit(code?: number): void }
  export const net: { fetch(input: string, init?: RequestInit): Promise<Response> }
  export const ipcMain: { handle(channel: string, listener: (event: object, ...args: any[]) => unknown): void }
  export const BrowserWindow: { getAllWindows(): { webContents: { send(channel: string, ...args: unknown[]): void } }[] }
}`

const TSCONFIG = {
  compilerOptions: {
    target: 'ES2022',
    module: 'nodenext',
    lib: ['ES2023', 'DOM'],
    strict: true,
    noEmit: true,
    skipLibCheck: true,
    allowImportingTsExtensions: true,
    types: ['node'],
    typeRoots: [path.join(root, 'node_modules', '@types')],
    paths: {
      '@latchkey/licensing': ['./latchkey/public.ts'],
      'electron-updater': [path.join(root, 'node_modules', 'electron-updater', 'out', 'main.d.ts')],
    },
  },
}

test('the samples of docs/integrate.md compile against a copied folder', { timeout: 120_000 }, async () => {
  expect(samples.map(({ name }) => name)).toEqual(['licensing.ts', 'main.ts', 'updates.ts'])
  expect(page.match(/^```ts$/gm)).toHaveLength(samples.length)
  mkdirSync(path.join(folder, 'latchkey'))
  for (const file of readdirSync(import.meta.dirname).filter((name) => !name.endsWith('.test.ts'))) {
    cpSync(path.join(import.meta.dirname, file), path.join(folder, 'latchkey', file))
  }
  for (const { name, code } of samples) writeFileSync(path.join(folder, name), code)
  writeFileSync(path.join(folder, 'electron.d.ts'), ELECTRON)
  writeFileSync(path.join(folder, 'package.json'), '{"type": "module"}')
  writeFileSync(path.join(folder, 'tsconfig.json'), JSON.stringify(TSCONFIG))
  const tsc = path.join(root, 'node_modules', '.bin', 'tsc')
  const { stdout } = await promisify(execFile)(tsc, ['-p', folder]).catch((error: { stdout: string }) => error)
  expect(stdout).toBe('')
})
