import type { FastifyBaseLogger } from 'fastify'
import type pg from 'pg'
import { createBatch } from '#server/platform/http/limits/batch.ts'
import { CALLERS_KEPT, RETURN_DAYS, writeCaller, type Caller } from './callers.ts'

export type CheckIn = Caller & { licenseId: string; at: Date }

const FOLD_MILLISECONDS = 50

/** The changed columns of `check_ins` for this caller and time. */
const callersAfter = (caller: string, at: string) => {
  const isReturn = `(check_ins.callers[1] <> ${caller} and ${caller} = any(check_ins.callers))`
  return `
    callers = case when check_ins.callers[1] = ${caller} then check_ins.callers
      else (array[${caller}] || array_remove(check_ins.callers, ${caller}))[1:${CALLERS_KEPT}] end,
    returns = case when not ${isReturn} then check_ins.returns
      when check_ins.returned_at > ${at} - interval '${RETURN_DAYS} days' then check_ins.returns + 1 else 1 end,
    returned_at = case when ${isReturn} then ${at} else check_ins.returned_at end`
}

/** Skips licenses released since. Of two check-ins of one license, the later one wins. */
const WRITE = {
  name: 'write_check_ins',
  text: `
    insert into check_ins (license_id, organization_id, last_check_in, app_version, callers)
    select id, organization_id, at, version, array[caller]
    from unnest($1::uuid[], $2::timestamptz[], $3::text[], $4::text[]) as arrived (license_id, at, version, caller)
    join licenses on id = license_id and device_token_hash is not null
    order by id
    on conflict (license_id) do update
    set last_check_in = greatest(check_ins.last_check_in, excluded.last_check_in),
        app_version = coalesce(excluded.app_version, check_ins.app_version),
        ${callersAfter('excluded.callers[1]', 'excluded.last_check_in')}`,
}

/** Other hardware used the token: the call is refused and is no check-in, but the caller is recorded. */
const WRITE_FOREIGN = {
  name: 'write_foreign_callers',
  text: `
    update check_ins set ${callersAfter('arrived.caller', 'arrived.at')}
    from unnest($1::uuid[], $2::timestamptz[], $3::text[], $4::text[]) as arrived (license_id, at, version, caller)
    where check_ins.license_id = arrived.license_id`,
}

/** Writes check-ins in batches shortly after. No device waits for the write or fails with another's. */
export function createCheckInLog(pool: pg.Pool, log: FastifyBaseLogger) {
  async function record(statement: typeof WRITE, checkIns: CheckIn[]) {
    if (checkIns.length === 0) return
    const latest = [...new Map(checkIns.map((checkIn) => [checkIn.licenseId, checkIn])).values()]
    const write = () => pool.query({ ...statement, values: columnsOf(latest) })
    // The second attempt has a new connection.
    await write()
      .catch(write)
      .catch((error: unknown) => log.error({ err: error, devices: latest.length }, 'check-ins were lost'))
  }

  const batch = createBatch<CheckIn, void>(
    async (checkIns) => {
      const { own = [], foreign = [] } = Object.groupBy(checkIns, ({ foreignFingerprint }) =>
        foreignFingerprint === null ? 'own' : 'foreign',
      )
      await record(WRITE, own)
      await record(WRITE_FOREIGN, foreign)
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
  checkIns.map(writeCaller),
]
