// Runs on any Node.js from 20 on without packages: plain JavaScript and built-in modules only.
import { spawn, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { constants } from 'node:os'
import { fileURLToPath } from 'node:url'

export const root = fileURLToPath(new URL('..', import.meta.url))
const isWindows = process.platform === 'win32'
const modules = join(root, 'node_modules')
const stamp = join(modules, '.installed')
const platform = `${isWindows ? 'win' : process.platform}-${process.arch}`

/** 16 MiB instead of 32 for young objects saves a hundred MiB. */
export const serverFlags = ['--max-semi-space-size=16']

/** Node.js caches compiled code for the next start, if the folder is writable. One arena for all threads saves three MiB. */
export const serverEnvironment = {
  MALLOC_ARENA_MAX: '1',
  NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE ?? join(modules, '.cache/latchkey-server'),
}

/** Ends the script with one sentence. */
export function giveUp(sentence) {
  console.error(sentence)
  process.exit(1)
}

export function readJson(path) {
  return JSON.parse(readFileSync(path, 'utf8'))
}

/** True once an installation has finished, of this or an earlier package-lock.json. */
export const hasPackages = () => existsSync(stamp)

/** Installs the packages of package-lock.json unless they are installed. The Docker image has them, but no package-lock.json. */
export function ensureInstalled() {
  if (!existsSync(join(root, 'package-lock.json'))) return
  const lockfile = readFileSync(join(root, 'package-lock.json'))
  const wanted = `${platform} ${createHash('sha256').update(lockfile).digest('hex')}`
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === wanted) return
  if (!isInstalledByHand(JSON.parse(lockfile.toString()))) install()
  try {
    writeFileSync(stamp, wanted)
  } catch {
    // node_modules may be read-only: then it is compared again next time.
  }
}

/** The user ran npm: compares npm's own list. The pinned Node.js represents all platform-specific packages. */
function isInstalledByHand(lockfile) {
  const list = join(modules, '.package-lock.json')
  if (!existsSync(list)) return false
  const installed = readJson(list).packages
  const node = `node_modules/node-${platform}`
  if (lockfile.packages[node] && !installed[node]) return false
  return Object.entries(lockfile.packages).every(
    ([path, { optional, devOptional, integrity }]) =>
      path === '' || optional || devOptional || installed[path]?.integrity === integrity,
  )
}

function install() {
  console.log('Installing the packages of package-lock.json; this takes a minute or two the first time …')
  const args = ['ci', '--include=dev', '--include=optional', '--no-audit', '--no-fund']
  const npm = process.env.npm_execpath
  const options = { cwd: root, encoding: 'utf8' }
  const result = npm?.endsWith('npm-cli.js')
    ? spawnSync(process.execPath, [npm, ...args], options)
    : spawnSync('npm', args, { ...options, shell: isWindows })
  if (result.status === 0) return
  console.error(result.stdout, result.stderr)
  giveUp(`The packages could not be installed: npm ci ended with ${result.status ?? result.error}. See above.`)
}

/** The pinned Node.js of package-lock.json. macOS has no such package and uses its own. */
export function pinnedNode() {
  const pinned = join(modules, `node-${platform}`, 'bin', isWindows ? 'node.exe' : 'node')
  if (existsSync(pinned)) return pinned
  if (Number.parseInt(process.versions.node, 10) >= 24) return process.execPath
  return giveUp(
    `This machine needs Node.js 24 or newer (it runs ${process.versions.node}): install it and start again.`,
  )
}

/** The script of a package's command, for pinnedNode() to run. */
export function packageCommand(packageName, command = packageName) {
  const folder = join(modules, packageName)
  const { bin } = readJson(join(folder, 'package.json'))
  return join(folder, typeof bin === 'string' ? bin : bin[command])
}

/** Milliseconds within which npm repeats a signal. */
const ECHO = 1000

/**
 * Runs a program and returns its exit code. In its own process group, because the terminal sends Ctrl-C to all processes and npm forwards
 * it again: here such a pair is forwarded once.
 */
export function run(command, args, { env = {} } = {}) {
  const [program, ...rest] = [...dieWithUs(), command, ...args]
  const path = `${join(modules, '.bin')}${delimiter}${process.env.PATH}`
  const child = spawn(program, rest, {
    cwd: root,
    stdio: 'inherit',
    detached: !isWindows,
    env: { ...process.env, PATH: path, ...env },
  })
  const signals = ['SIGINT', 'SIGTERM', 'SIGHUP']
  const forwardedAt = new Map()
  const forward = (signal) => {
    if (isWindows || performance.now() - forwardedAt.get(signal) < ECHO) return
    forwardedAt.set(signal, performance.now())
    child.kill(signal)
  }
  for (const signal of signals) process.on(signal, forward)
  const stopWatching = whenNpmIsGone(() => forwardedAt.size === 0 && forward('SIGTERM'))
  return new Promise((resolve) => {
    child.once('error', (error) => giveUp(`${command} could not be started: ${error.message}`))
    child.once('exit', (code, signal) => {
      for (const name of signals) process.off(name, forward)
      stopWatching()
      resolve(code ?? 128 + constants.signals[signal])
    })
  })
}

/** npm's shell dies of a signal without forwarding it; only the changed parent process shows that. */
function whenNpmIsGone(act) {
  const parent = process.ppid
  const watch = setInterval(() => {
    if (!process.env.npm_lifecycle_event || process.ppid === parent) return
    clearInterval(watch)
    act()
  }, 200)
  return () => clearInterval(watch)
}

/** Its own process group must not outlive a killed script. Linux ends it. */
function dieWithUs() {
  if (process.platform !== 'linux') return []
  const prefix = ['setpriv', '--pdeathsig', 'KILL']
  return spawnSync(prefix[0], [...prefix.slice(1), 'true']).status === 0 ? prefix : []
}
