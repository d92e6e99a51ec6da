import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { request, type ClientRequest, type RequestOptions } from 'node:http'
import type { Socket } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { NoOpLogger, NsisUpdater } from 'electron-updater'
import { onTestFinished } from 'vitest'
import { ElectronHttpExecutor } from 'electron-updater/out/electronHttpExecutor.js'

// The real electron-updater from npm, with Node's HTTP and a folder instead of Electron.

/** For the length of the test. */
export function newFolder() {
  const folder = mkdtempSync(path.join(tmpdir(), 'latchkey-updater-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  return folder
}

export class NodeHttpExecutor extends ElectronHttpExecutor {
  readonly asked: string[] = []
  readonly #sockets = new Set<Socket>()

  override createRequest(options: RequestOptions, callback: (response: object) => void): ClientRequest {
    this.asked.push(String(options.path))
    return request({ ...options, agent: false }, callback).on('socket', (socket) => this.#sockets.add(socket))
  }

  /** Bytes, headers included. */
  received = () => [...this.#sockets].reduce((sum, { bytesRead }) => sum + bytesRead, 0)
}

type Installation = { version: string; feed: string; installer?: Buffer }

/** An application of this version on Windows. With an `installer`, from which electron-updater builds the next one. */
export function installApplication({ version, feed, installer }: Installation, httpExecutor = new NodeHttpExecutor()) {
  const directory = newFolder()
  const appUpdateConfigPath = path.join(directory, 'app-update.yml')
  writeFileSync(appUpdateConfigPath, 'provider: generic\nurl: http://unused\nupdaterCacheDirName: .\n')
  if (installer) writeFileSync(path.join(directory, 'installer.exe'), installer)
  const updater = new NsisUpdater(undefined, {
    version,
    name: 'application',
    isPackaged: true,
    appUpdateConfigPath,
    userDataPath: directory,
    baseCachePath: directory,
    whenReady: () => Promise.resolve(),
    relaunch: () => undefined,
    quit: () => undefined,
    onQuit: () => undefined,
  })
  Object.assign(updater, {
    httpExecutor,
    _testOnlyOptions: { platform: 'win32', isUseDifferentialDownload: installer !== undefined },
    logger: new NoOpLogger(),
    autoDownload: false,
  })
  updater.setFeedURL({ provider: 'generic', url: feed })
  return updater
}
