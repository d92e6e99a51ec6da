import { once } from 'node:events'
import { chownSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { type AddressInfo, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { PostgresAccount } from './account.ts'
import { passwordFile } from './folder.ts'

export type PostgresAddress = { url: string; arguments: string[]; dispose: () => void }

/** The kernel's limit for socket paths (104 on macOS) minus the name that PostgreSQL appends. */
const longestSocketFolder = 85

export const socketUrl = (folder: string, port = '5432') =>
  `postgres://portal@localhost:${port}/postgres?host=${encodeURIComponent(folder)}`

export const tcpUrl = (password: string, port: string | number) =>
  `postgres://portal:${password}@127.0.0.1:${port}/postgres`

/** No port: only users who can enter the folder (0700) can connect. Windows uses a port with a password. */
export async function chooseAddress(folder: string, account: PostgresAccount): Promise<PostgresAddress> {
  if (process.platform === 'win32') return tcpAddress(folder)
  const isShort = Buffer.byteLength(folder) <= longestSocketFolder
  const socketFolder = isShort ? folder : temporaryFolder(account)
  return {
    url: socketUrl(socketFolder),
    arguments: ['-c', 'listen_addresses=', '-k', socketFolder, '-p', '5432'],
    dispose: () => {
      if (!isShort) rmSync(socketFolder, { recursive: true, force: true })
    },
  }
}

function temporaryFolder({ owner }: PostgresAccount): string {
  const folder = mkdtempSync(join(tmpdir(), 'postgres-'))
  if (owner) chownSync(folder, owner.uid, owner.gid)
  return folder
}

async function tcpAddress(folder: string): Promise<PostgresAddress> {
  const port = await freePort()
  const password = readFileSync(passwordFile(folder), 'utf8')
  return {
    url: tcpUrl(password, port),
    arguments: ['-c', 'listen_addresses=127.0.0.1', '-p', String(port)],
    dispose: () => {},
  }
}

async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1')
  await once(probe, 'listening')
  const { port } = probe.address() as AddressInfo
  probe.close()
  return port
}
