import { spawnSync } from 'node:child_process'
import { accessSync, constants, existsSync, readdirSync } from 'node:fs'
import { homedir } from 'node:os'
import { delimiter, join } from 'node:path'

/** The headless shell first: the same engine, a quarter faster. */
const names = ['chromium-headless-shell', 'google-chrome', 'google-chrome-stable', 'chromium', 'chromium-browser']
const usualPlaces = {
  darwin: ['/Applications/Google Chrome.app/Contents/MacOS/Google Chrome'],
  win32: ['C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe'],
}

/** Returns the path of Chromium for the browser tests. Installs the distribution's if there is none; undefined if that fails. */
export function findBrowser() {
  return process.env.PLAYWRIGHT_CHROMIUM || installedBrowser() || downloadedByPlaywright() || installFromDistribution()
}

function installedBrowser() {
  const onPath = (process.env.PATH ?? '').split(delimiter).filter(Boolean)
  const candidates = names.flatMap((name) => onPath.map((folder) => join(folder, name)))
  return [...candidates, ...(usualPlaces[process.platform] ?? [])].find(isExecutable)
}

function downloadedByPlaywright() {
  const cache = process.env.PLAYWRIGHT_BROWSERS_PATH ?? join(homedir(), '.cache', 'ms-playwright')
  const versions = existsSync(cache) ? readdirSync(cache).filter((name) => /^chromium-\d+$/.test(name)) : []
  const newestFirst = versions.sort((one, other) => Number(other.slice(9)) - Number(one.slice(9)))
  const candidates = newestFirst.flatMap((version) =>
    ['chrome-linux64', 'chrome-linux'].map((folder) => join(cache, version, folder, 'chrome')),
  )
  return candidates.find(isExecutable)
}

function installFromDistribution() {
  const isRoot = process.getuid?.() === 0
  const asRoot = (...command) => spawnSync(isRoot ? command[0] : 'sudo', isRoot ? command.slice(1) : ['-n', ...command])
  if (asRoot('apt-get', '--version').status !== 0) return undefined
  console.log('Installing chromium for the browser tests …')
  asRoot('apt-get', 'update')
  const install = (name) => asRoot('apt-get', 'install', '--yes', '--no-install-recommends', name).status === 0
  return install('chromium-headless-shell') || install('chromium') ? installedBrowser() : undefined
}

function isExecutable(path) {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    return false
  }
}
