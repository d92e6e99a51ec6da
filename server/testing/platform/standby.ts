import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, cpSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import pg from 'pg'
import { chooseAccount, giveTo, postgresEnvironment } from '#server/platform/embedded-postgres/account.ts'
import { socketUrl } from '#server/platform/embedded-postgres/address.ts'
import { locatePostgres } from '#server/platform/embedded-postgres/binaries.ts'
import { startEmbeddedDatabase } from '#server/platform/embedded-postgres/embedded-database.ts'
import { until } from './server-process.ts'

/** A PostgreSQL prepared by `fill`, and a second one that streams from it. */
export async function startWithStandby(folder: string, fill: (url: string) => Promise<unknown>) {
  const directory = path.join(folder, 'primary')
  const start = () => startEmbeddedDatabase({ directory, settings: { fsync: 'off' } })
  const first = await start()
  await fill(first.url)
  await first.stop()
  cpSync(directory, path.join(folder, 'standby'), { recursive: true })
  return { primary: await start(), standby: await startStandby(path.join(folder, 'standby'), directory) }
}

async function startStandby(folder: string, primary: string) {
  chmodSync(folder, 0o700)
  writeFileSync(path.join(folder, 'standby.signal'), '')
  const { postgres } = locatePostgres()
  const account = chooseAccount(postgres, path.dirname(folder))
  giveTo(account, folder)
  const settings = ['listen_addresses=', 'fsync=off', `primary_conninfo=host=${primary} port=5432 user=portal`]
  const flags = ['-D', folder, '-k', folder, '-p', '5432', ...settings.flatMap((setting) => ['-c', setting])]
  const [command = '', ...args] = [...account.prefix, postgres, ...flags]
  const child = spawn(command, args, { cwd: folder, env: postgresEnvironment(), stdio: 'ignore' })
  const exited = once(child, 'exit')
  const url = socketUrl(folder)
  await until(() => answers(url))
  const stop = async () => {
    child.kill('SIGINT')
    await exited
  }
  return { url, stop }
}

async function answers(url: string) {
  const client = new pg.Client({ connectionString: url })
  try {
    await client.connect()
    return true
  } catch {
    return false
  } finally {
    await client.end().catch(() => undefined)
  }
}
