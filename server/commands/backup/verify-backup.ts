import { mkdtemp, rm, statfs } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { Readable } from 'node:stream'
import type { FastifyInstance } from 'fastify'
import { devices } from '#contract/licensing/devices.ts'
import { countOf } from '#contract/quantities.ts'
import { buildApp } from '#server/app.ts'
import { connectOwner } from '#server/database/database.ts'
import { StartupError } from '#server/database/startup-error.ts'
import { DISK_FULL, hasCode, isFileSystemFull } from '#server/database/violations.ts'
import type { Config } from '#server/platform/config.ts'
import { NOT_DURABLE, startEmbeddedDatabase } from '#server/platform/embedded-postgres/embedded-database.ts'
import { openPlatform } from '#server/start/open-platform.ts'
import { schemaOf } from '#server/start/prepare-database.ts'
import { findBrokenRules } from './ledger-rules.ts'
import { explain, removeLeftovers } from './places.ts'
import { SILENT, type Progress } from './progress.ts'
import { restoreBackup } from './restore.ts'

const SCRATCH = 'latchkey-verify-'

type Backup = { secret: string; source: Readable; progress?: Progress }

/**
 * Restores a backup into a scratch database, and tries it: hashes and row counts, keys, the ledger, and devices that activate and check in.
 * Throws a sentence that says what is wrong.
 */
export async function verifyBackup(config: Config, { secret, source, progress = SILENT }: Backup) {
  // Those of another user stay.
  await removeLeftovers(tmpdir(), (name) => name.startsWith(SCRATCH)).catch(() => undefined)
  const folder = await mkdtemp(path.join(tmpdir(), SCRATCH)).catch(explain(`folder ${tmpdir()}`))
  try {
    const database = await startEmbeddedDatabase({ directory: path.join(folder, 'database'), settings: NOT_DURABLE })
    try {
      const schema = await schemaOf({ databaseUrl: undefined })
      const restored = await restoreBackup({ url: database.url, secret, source, store: discard, schema, progress })
      await requireRules(database.url)
      return {
        ...restored,
        devices: await tryDevices(
          { ...config, s3: undefined, dataDirectory: folder, logLevel: 'silent' },
          database.url,
        ),
      }
    } finally {
      await database.stop()
    }
  } catch (error) {
    throw await explainFailure(error, folder)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

const LOG_SEGMENT = 16 * 1024 ** 2

/** A scratch database without space looks like a backup that is of no use. Ending it may have freed space. */
export async function explainFailure(error: unknown, folder: string, needed = LOG_SEGMENT) {
  const { bavail, bsize } = await statfs(folder)
  if (bavail * bsize >= needed && !hasCode(error, DISK_FULL) && !isFileSystemFull(error)) return error
  return new StartupError(`The disk of ${path.dirname(folder)} is full, so the backup was not verified.`, {
    cause: error,
  })
}

/** Its hash is compared while it is read. */
async function discard(_key: string, body: Readable) {
  for await (const _chunk of body);
}

async function requireRules(url: string) {
  const client = await connectOwner(url, 'latchkey-backup')
  const broken = await findBrokenRules(client).finally(() => client.end())
  if (broken.length > 0) throw new StartupError(`The backup is whole, but ${broken.join(' ')}`)
}

type Device = { licenseKey: string; deviceFingerprint: string; deviceName: string; deviceOs: string }

const LATEST_DEVICES = `
  select license_key as "licenseKey", device_fingerprint as "deviceFingerprint",
    coalesce(device_name, 'Device') as "deviceName", coalesce(device_os, 'Windows') as "deviceOs"
  from licenses left join check_ins on check_ins.license_id = licenses.id
  where status = 'active' and device_fingerprint is not null order by last_check_in desc nulls last limit 20`

/** Of a customer that is suspended or whose subscription has ended, for example. */
const MAY_NOT_RUN = 403

/** The devices that were seen last activate again and check in. Those whose license may not run are skipped. */
async function tryDevices(config: Config, databaseUrl: string) {
  const { platform, close } = await openPlatform(config, { databaseUrl })
  const app = await buildApp(platform)
  try {
    const { rows } = await platform.pool.query<Device>(LATEST_DEVICES)
    const outcomes = { worked: 0, refused: 0, mayNotRun: 0 }
    for (const device of rows) outcomes[await tryDevice(app, device)] += 1
    const { worked, refused } = outcomes
    if (refused > 0 && worked === 0) throw new StartupError('None of the restored devices can activate.')
    return `${countOf(worked, 'device')} activated and checked in`
  } finally {
    await app.close()
    await close()
  }
}

async function tryDevice(app: FastifyInstance, device: Device) {
  const activated = await app.inject({ ...post(devices.activate.url), payload: device })
  if (activated.statusCode >= 500) throw new StartupError(`A restored device can’t activate: ${activated.body}`)
  if (activated.statusCode === MAY_NOT_RUN) return 'mayNotRun'
  if (activated.statusCode !== 200) return 'refused'
  const authorization = `Device ${activated.json<{ deviceToken: string }>().deviceToken}`
  const { licenseKey: _key, ...facts } = device
  const checkedIn = await app.inject({ ...post(devices.checkIn.url), headers: { authorization }, payload: facts })
  if (checkedIn.statusCode !== 200) throw new StartupError(`A restored device can’t check in: ${checkedIn.body}`)
  return 'worked'
}

const post = (url: string) => ({ method: 'POST', url }) as const
