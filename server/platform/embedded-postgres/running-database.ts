import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { connectOnce } from '#server/database/database.ts'
import { socketUrl, tcpUrl } from './address.ts'
import { passwordFile } from './folder.ts'

/** The URL of the embedded database that another process runs in this folder, if one does. */
export async function findRunningDatabase(directory: string) {
  const folder = path.resolve(directory)
  const file = await readFile(path.join(folder, 'postmaster.pid'), 'utf8').catch(() => '')
  const [, , , port, socketFolder] = file.split('\n')
  if (!port) return undefined
  const url = socketFolder ? socketUrl(socketFolder, port) : tcpUrl(await readFile(passwordFile(folder), 'utf8'), port)
  return (await answers(url)) ? url : undefined
}

/** The file of a killed process stays. */
async function answers(url: string) {
  try {
    const client = await connectOnce({ connectionString: url, connectionTimeoutMillis: 3000 })
    await client.end()
    return true
  } catch {
    return false
  }
}
