import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { packageCommand, pinnedNode, root, run } from './setup.mjs'

const sources = ['web', 'contract', 'index.html', 'vite.config.ts', 'package-lock.json']
const built = join(root, 'dist')
const stamp = join(built, '.built')

/** Whether dist/ was built from the current sources. */
export function isBuilt() {
  return existsSync(stamp) && readFileSync(stamp, 'utf8') === hashOfSources()
}

/** Builds the web app and returns vite's exit code. The earlier one is served until then, and stays after a failure. */
export async function build(...flags) {
  const hash = hashOfSources()
  const next = `${built}-next`
  const exitCode = await run(pinnedNode(), [
    packageCommand('vite'),
    'build',
    '--outDir',
    next,
    '--emptyOutDir',
    ...flags,
  ])
  if (exitCode !== 0) return exitCode
  writeFileSync(join(next, '.built'), hash)
  rmSync(built, { recursive: true, force: true })
  renameSync(next, built)
  return exitCode
}

function hashOfSources() {
  const hash = createHash('sha256')
  for (const file of sources.flatMap((name) => filesOf(join(root, name)))) {
    hash
      .update(`${relative(root, file)}\0`)
      .update(readFileSync(file))
      .update('\0')
  }
  return hash.digest('hex')
}

function filesOf(path) {
  if (!existsSync(path)) return []
  if (!statSync(path).isDirectory()) return [path]
  const entries = readdirSync(path, { recursive: true, withFileTypes: true })
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath ?? entry.path, entry.name))
    .sort()
}
