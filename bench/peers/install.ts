import { execFile } from 'node:child_process'
import { mkdir, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { promisify } from 'node:util'

const run = promisify(execFile)

/** Installs packages into a folder, by the npm that started this and the same Node.js. */
export async function install(folder: string, manifest: object) {
  const npm = process.env.npm_execpath
  if (!npm) throw new Error('Start this with npm run bench:peers')
  await mkdir(folder, { recursive: true })
  await writeFile(path.join(folder, 'package.json'), JSON.stringify({ private: true, ...manifest }))
  const PATH = `${path.dirname(process.execPath)}:${process.env.PATH}`
  const options = ['--omit=dev', '--legacy-peer-deps', '--no-audit', '--no-fund', '--ignore-scripts']
  await run(process.execPath, [npm, 'install', ...options], { cwd: folder, env: { ...process.env, PATH } })
}
