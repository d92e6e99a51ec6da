import type pg from 'pg'
import { countOf } from '#contract/quantities.ts'
import { connectOwner } from '#server/database/database.ts'
import { StartupError } from '#server/database/startup-error.ts'
import { openStorage } from '#server/platform/storage/open-storage.ts'
import type { Config } from '#server/platform/config.ts'
import { writeBackup } from './write-backup.ts'
import { SILENT, type Progress } from './progress.ts'
import { backupName, type Place } from './places.ts'

type Job = { url: string; config: Config; secret: string; place: Place; kept: number; progress?: Progress }

/** Saves a backup and then deletes all but the newest `kept` and the last one that was verified. */
export async function saveBackup({ url, config, secret, place, kept, progress = SILENT }: Job) {
  const files = await openStorage(config)
  const client = await connectOwner(url, 'latchkey-backup')
  try {
    const name = backupName()
    let saved: Awaited<ReturnType<typeof writeBackup>> | undefined
    await place.write(name, async (sink) => {
      saved = await writeBackup({ client, files, secret, sink, progress })
    })
    if (!saved) throw new Error('The place wrote nothing')
    const names = await place.list()
    const verified = await findLastVerified(client, names)
    const surplus = names.slice(0, -kept).filter((one) => one !== verified)
    await removeAll(place, surplus).catch((error: Error) => {
      throw new StartupError(`${name} is saved, but ${error.message}`, { cause: error })
    })
    return { name, ...saved }
  } finally {
    await client.end()
  }
}

/** One that cannot be deleted does not keep the others. */
async function removeAll(place: Place, names: string[]) {
  const refused: { name: string; error: Error }[] = []
  for (const name of names) await place.remove(name).catch((error: Error) => refused.push({ name, error }))
  const [first] = refused
  if (!first) return
  const others = refused.length === 1 ? '' : ` and ${countOf(refused.length - 1, 'other')}`
  throw new Error(`${first.name}${others} could not be deleted. ${first.error.message}`, { cause: first.error })
}

/** Those since may be useless. Undefined without any, and with the schema of a release that did not record them. */
async function findLastVerified(client: pg.Client, names: string[]) {
  const { rows: tables } = await client.query<{ isThere: boolean }>(
    `select to_regclass('public.backups') is not null as "isThere"`,
  )
  if (!tables[0]?.isThere) return undefined
  const { rows } = await client.query<{ name: string }>(
    `select name from public.backups where verified_at is not null and name = any($1) order by created_at desc limit 1`,
    [names],
  )
  return rows[0]?.name
}
