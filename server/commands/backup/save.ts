import pg from 'pg'
import { openStorage } from '#server/platform/storage/objects.ts'
import type { Config } from '#server/platform/config.ts'
import { writeBackup } from './write-backup.ts'
import { backupName, type Place } from './places.ts'

type Job = { url: string; config: Config; secret: string; place: Place; kept: number }

/** Saves a backup and then deletes all but the newest `kept`. */
export async function saveBackup({ url, config, secret, place, kept }: Job) {
  const files = await openStorage(config)
  const client = new pg.Client({ connectionString: url, application_name: 'latchkey-backup' })
  await client.connect()
  try {
    const name = backupName()
    let saved: Awaited<ReturnType<typeof writeBackup>> | undefined
    await place.write(name, async (sink) => {
      saved = await writeBackup({ client, files, secret, sink })
    })
    if (!saved) throw new Error('The place wrote nothing')
    for (const old of (await place.list()).slice(0, -kept)) await place.remove(old)
    return { name, ...saved }
  } finally {
    await client.end()
  }
}
