import type { FastifyBaseLogger } from 'fastify'
import type pg from 'pg'
import { ACTIVITY_DAYS, VERSIONS_KEPT } from '#contract/licensing/device-activity.ts'
import { createBatch } from '#server/database/statements/batch.ts'
import { TIME_ZONE } from '#server/platform/time-zone.ts'
import { CALLERS_KEPT, RETURN_DAYS, writeCaller, type Caller } from './callers.ts'
import { countCheckIns } from './device-metrics.ts'

export type CheckIn = Caller & { licenseId: string; at: Date }

const BATCH_MILLISECONDS = 50

const callersAfter = (caller: string, at: string) => {
  const isReturn = `(check_ins.callers[1] <> ${caller} and ${caller} = any(check_ins.callers))`
  return `
    callers = case when check_ins.callers[1] = ${caller} then check_ins.callers
      else (array[${caller}] || array_remove(check_ins.callers, ${caller}))[1:${CALLERS_KEPT}] end,
    returns = case when not ${isReturn} then check_ins.returns
      when check_ins.returned_at > ${at} - interval '${RETURN_DAYS} days' then check_ins.returns + 1 else 1 end,
    returned_at = case when ${isReturn} then ${at} else check_ins.returned_at end`
}

const dayOf = (instant: string) => `(${instant} at time zone '${TIME_ZONE}')::date`

/** Moves the bits by the days since the last check-in and sets the bit of this day. */
const DAYS_AFTER = `
  case when ${dayOf('excluded.last_check_in')} - ${dayOf('check_ins.last_check_in')} >= ${ACTIVITY_DAYS} then 1
    else ((check_ins.days << greatest(${dayOf('excluded.last_check_in')} - ${dayOf('check_ins.last_check_in')}, 0)) | 1)
      & ${2n ** BigInt(ACTIVITY_DAYS) - 1n} end`

const VERSIONS_AFTER = `
  case when coalesce(excluded.app_version, '') in ('', check_ins.app_version) then check_ins.versions
    else (excluded.versions || check_ins.versions)[1:${VERSIONS_KEPT}] end`

/** Skips licenses released since. Of two check-ins of one license, the later one wins. */
const WRITE = {
  name: 'write_check_ins',
  text: `
    insert into check_ins (license_id, organization_id, last_check_in, app_version, callers, days, versions)
    select id, organization_id, at, version, array[caller], 1,
      case when version <> '' then array[version || chr(10) || to_char(at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')] else '{}' end
    from unnest($1::uuid[], $2::timestamptz[], $3::text[], $4::text[]) as arrived (license_id, at, version, caller)
    join licenses on id = license_id and device_token_hash is not null
    order by id
    on conflict (license_id) do update
    set last_check_in = greatest(check_ins.last_check_in, excluded.last_check_in),
        app_version = coalesce(excluded.app_version, check_ins.app_version),
        days = ${DAYS_AFTER},
        versions = ${VERSIONS_AFTER},
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
      .then(
        () => countCheckIns('written', latest.length),
        (error: unknown) => {
          countCheckIns('lost', latest.length)
          log.error({ err: error, devices: latest.length }, 'check-ins were lost')
        },
      )
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
    { milliseconds: BATCH_MILLISECONDS },
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
