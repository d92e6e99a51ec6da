import { sql } from 'drizzle-orm'
import type { SupportQueue } from '#contract/overview.ts'
import { isStaff, Role } from '#contract/roles.ts'
import { toIso } from '#server/database/columns.ts'
import type { Database } from '#server/database/database.ts'
import { ticketMessages, tickets } from '#server/database/schema/tickets.ts'
import { users } from '#server/database/schema/users.ts'

const staff = sql.join(
  Role.options.filter(isStaff).map((role) => sql.raw(`'${role}'`)),
  sql`, `,
)

const isPublic = sql`not ${ticketMessages.isInternal}`
const publicMessages = sql`${ticketMessages} join ${users} on ${users.id} = ${ticketMessages.userId}
  where ${ticketMessages.organizationId} = ${tickets.organizationId}
    and ${ticketMessages.ticketId} = ${tickets.id} and ${isPublic}`
const isAnswer = sql`${users.role} in (${staff})`

/**
 * Joins to `tickets` what its customer waits for: `waiting.since` is when the ticket came, or the first message after the
 * last answer. Asking again does not begin the wait anew. Null: answered.
 */
export const joinWaiting = sql`cross join lateral (
  select case
    when answered.at is null then ${tickets.createdAt}
    else (
      select min(${ticketMessages.createdAt}) from ${publicMessages}
        and not ${isAnswer} and ${ticketMessages.createdAt} > answered.at)
  end as since
  from (select max(${ticketMessages.createdAt}) as at from ${publicMessages} and ${isAnswer}) as answered
) as waiting`

/** Being worked on; as the index on unfinished tickets says it. */
export const isUnfinished = sql`${tickets.status} in ('open', 'in_progress')`

/** Days that the median looks back. */
const MEDIAN_DAYS = 30

type Row = Omit<SupportQueue, 'oldestUnansweredAt'> & { oldestUnansweredAt: string | null }

/** How support is doing. Each part is one walk over an index or over the messages of a month. */
export async function readQueue(db: Database): Promise<SupportQueue> {
  const { rows } = await db.execute<Row>(sql`
    select
      (select count(*)::int from ${tickets} where ${tickets.status} = 'open') as "open",
      (select count(*)::int from ${tickets} where ${tickets.status} = 'in_progress') as "inProgress",
      (select count(*)::int from ${tickets} where ${tickets.status} = 'waiting_customer') as "waiting",
      (select min(waiting.since)::timestamptz(3) from ${tickets} ${joinWaiting} where ${isUnfinished}) as "oldestUnansweredAt",
      (${medianFirstResponse}) as "medianFirstResponse"`)
  const [queue] = rows
  if (!queue) throw new Error('A query without a table returned no row')
  const { oldestUnansweredAt } = queue
  return { ...queue, oldestUnansweredAt: oldestUnansweredAt && toIso(oldestUnansweredAt) }
}

const monthAgo = sql`now() - make_interval(days => ${MEDIAN_DAYS})`

/** Seconds, of the tickets whose first answer is not older than that. */
const medianFirstResponse = sql`
  select percentile_cont(0.5) within group (order by extract(epoch from first_answer.at - ${tickets.createdAt}))
  from ${tickets}
  cross join lateral (
    select min(${ticketMessages.createdAt}) as at from ${publicMessages} and ${isAnswer}
  ) as first_answer
  where first_answer.at > ${monthAgo}
    and ${tickets.id} in (
      select ${ticketMessages.ticketId} from ${ticketMessages}
      where ${ticketMessages.createdAt} > ${monthAgo} and ${isPublic})`
