import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { packageCommand, pinnedNode, root, run } from './setup.mjs'

const sources = ['web', 'contract', 'index.html', 'vite.config.ts', 'package-lock.json']
const stamp = join(root, 'dist', '.built')

/** Whether dist/ was built from the current sources. */
export function isBuilt() {
  return existsSync(stamp) && readFileSync(stamp, 'utf8') === hashOfSources()
}

/** Builds the web app and returns vite's exit code. */
export async function build(...flags) {
  const hash = hashOfSources()
  rmSync(stamp, { force: true })
  const exitCode = await run(pinnedNode(), [packageCommand('vite'), 'build', ...flags])
  if (exitCode === 0) writeFileSync(stamp, hash)
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
