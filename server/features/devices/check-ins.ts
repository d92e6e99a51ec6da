import type { FastifyBaseLogger } from 'fastify'
import type pg from 'pg'
import { createBatch } from '#server/platform/batch.ts'

export type CheckIn = { licenseId: string; at: Date; appVersion: string | null }

const FOLD_MILLISECONDS = 50

/** A license released meanwhile keeps no check-in. Of two of one license, the later one stays. */
const WRITE = {
  name: 'write_check_ins',
  text: `
    insert into check_ins (license_id, organization_id, last_check_in, app_version)
    select id, organization_id, at, version
    from unnest($1::uuid[], $2::timestamptz[], $3::text[]) as arrived (license_id, at, version)
    join licenses on id = license_id and device_token_hash is not null
    order by id
    on conflict (license_id) do update
    set last_check_in = greatest(check_ins.last_check_in, excluded.last_check_in),
        app_version = coalesce(excluded.app_version, check_ins.app_version)`,
}

/** Remembers check-ins, many in one write a moment later: no device waits for it, or fails with another's. */
export function createCheckInLog(pool: pg.Pool, log: FastifyBaseLogger) {
  const batch = createBatch<CheckIn, void>(
    async (checkIns) => {
      const latest = [...new Map(checkIns.map((checkIn) => [checkIn.licenseId, checkIn])).values()]
      const write = () => pool.query({ ...WRITE, values: columnsOf(latest) })
      // A broken connection has been replaced by the second try.
      await write()
        .catch(write)
        .catch((error: unknown) => log.error({ err: error, devices: latest.length }, 'check-ins were lost'))
      return []
    },
    { milliseconds: FOLD_MILLISECONDS },
  )
  return {
    add: (checkIn: CheckIn) => void batch.add(checkIn),
    flush: batch.flush,
  }
}
export type CheckInLog = ReturnType<typeof createCheckInLog>

const columnsOf = (checkIns: CheckIn[]) => [
  checkIns.map(({ licenseId }) => licenseId),
  checkIns.map(({ at }) => at),
  checkIns.map(({ appVersion }) => appVersion),
]
