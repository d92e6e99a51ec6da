import { sql } from 'drizzle-orm'
import type { Database } from '#server/database/database.ts'
import { checkIns, licenses } from '#server/database/schema/licensing/licenses.ts'
import { ofLicense } from '#server/domain/licenses.ts'
import { isRunning, lastHeard } from './queries.ts'

/** Days after which `heardAfter` is moved: less than for any list of silent devices, and seldom, because each move changes all indexes. */
const MOVED_AFTER = 14

/** Licenses per statement. A change of one of them waits for it. */
const BATCH = 200

/** A license in the order of the index. */
type Place = { heardAfter: string; id: string }
type NotedPlace = Place & { isHeardSince: boolean }

const FIRST: Place = { heardAfter: '-infinity', id: '00000000-0000-0000-0000-000000000000' }

/** The job. Moves `heardAfter` of devices that were heard since. If it never runs, silent devices are found all the same, but slowly. */
export async function noteHeardDevices(db: Database, batch = BATCH) {
  let last: Place | undefined = FIRST
  while (last) {
    const noted = await findNoted(db, last, batch)
    const ids = noted.filter(({ isHeardSince }) => isHeardSince).map(({ id }) => id)
    if (ids.length > 0) await move(db, ids)
    last = noted.at(-1)
  }
}

/** The next ones that were noted long ago, heard since or not, so that many silent devices make no statement long. */
async function findNoted(db: Database, after: Place, batch: number) {
  const { rows } = await db.execute<NotedPlace>(sql`
    select ${licenses.id}, ${licenses.heardAfter}::text as "heardAfter", ${lastHeard} > ${licenses.heardAfter} as "isHeardSince"
    from ${licenses} left join ${checkIns} on ${ofLicense}
    where ${isRunning} and ${licenses.heardAfter} < now() - make_interval(days => ${MOVED_AFTER})
      and (${licenses.heardAfter}, ${licenses.id}) > (${after.heardAfter}::timestamptz, ${after.id}::uuid)
    order by ${licenses.heardAfter}, ${licenses.id} limit ${batch}`)
  return rows
}

/** Leaves out those that are being changed: the next run finds them. */
const move = (db: Database, ids: string[]) =>
  db.execute(sql`
    update ${licenses} set heard_after = moved.heard
    from (
      select ${licenses.id}, ${lastHeard} as heard from ${licenses} left join ${checkIns} on ${ofLicense}
      where ${licenses.id} = any(${sql.param(ids)}::uuid[]) and ${isRunning}
      for no key update of ${licenses} skip locked
    ) as moved
    where ${licenses.id} = moved.id`)
