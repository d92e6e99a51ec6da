import { sql } from 'drizzle-orm'
import type { Database } from '#server/database/database.ts'
import { customers, instantOf } from './history.ts'

export type Support = { organizations: number; tickets: number; documents: number }

/** A search word in one of `every` documents and tickets. */
export const RARE = { word: 'kingfisher', every: 5000 } as const

/** Inserts tickets of the 'Load' organizations, with messages, and help articles. */
export async function insertSupport(tx: Database, size: Support) {
  await insertStaff(tx)
  await insertCategories(tx)
  await insertTickets(tx, size)
  await insertMessages(tx)
  await insertDocuments(tx, size)
}

const STAFF = 3

const insertStaff = (tx: Database) =>
  tx.execute(sql`
    insert into users (role, status, email, username, first_name, last_name, password_hash)
    select 'agent', 'active', address, address, 'Load', 'Agent ' || number, ''
    from (select number, 'agent-' || number || '@load.example' as address from generate_series(1, ${STAFF}::int) number) agents`)

const insertCategories = (tx: Database) =>
  tx.execute(sql`
    insert into ticket_categories (name)
    select 'Load ' || area from unnest(array['activation', 'billing', 'updates', 'printing']) area`)

const staff = sql`
  select id, row_number() over (order by email) - 1 as place from users where email like 'agent-%@load.example'`

/** Most titles start with the same word. 6 % are not resolved; one in seven is unassigned. */
const insertTickets = (tx: Database, { organizations, tickets }: Support) =>
  tx.execute(sql`
    insert into tickets (organization_id, user_id, title, description, status, priority, category_id, assignee_id,
      created_at, updated_at, first_response_at, resolved_at, waiting_since, rating, rated_at)
    select organization_id, user_id,
      case number % 5 when 0 then 'Printing' else 'Activation' end || ' of workstation ' || number,
      'Since the update the window stays empty and the log of order ' || md5(number::text) || ' ends in the middle.'
        || case number % ${RARE.every}::int when 7 then ${` A ${RARE.word} is on the screen.`}::text else '' end,
      status::ticket_status,
      (case number % 20 when 0 then 'urgent' when 1 then 'high' when 2 then 'low' else 'medium' end)::ticket_priority,
      categories.id, case when number % 7 > 0 then staff.id end, asked_at, least(asked_at + interval '3 days', now()),
      case when status <> 'open' then least(asked_at + number % 24 * interval '1 hour', now()) end,
      case when status in ('resolved', 'closed') then least(asked_at + interval '3 days', now()) end,
      case when status = 'waiting_customer' then least(asked_at + interval '3 days', now()) end,
      case when status = 'closed' and number % 4 = 0 then 1 + number / 4 % 5 end,
      case when status = 'closed' and number % 4 = 0 then least(asked_at + interval '4 days', now()) end
    from (
      select organization_id, user_id, number, ${instantOf(tickets)} as asked_at,
        case (number + number / ${organizations}::int) % 50 when 0 then 'open' when 1 then 'in_progress'
          when 2 then 'waiting_customer' when 3 then 'resolved' else 'closed' end as status
      from generate_series(1, ${tickets}::int) number
      inner join (${customers}) customers on place = number % ${organizations}::int
    ) history
    inner join (${staff}) staff on staff.place = number % ${STAFF}::int
    inner join (select id, row_number() over () - 1 as place from ticket_categories where name like 'Load %') categories
      on categories.place = number % 4`)

const insertMessages = (tx: Database) =>
  tx.execute(sql`
    insert into ticket_messages (organization_id, ticket_id, user_id, message, is_internal, created_at)
    select organization_id, tickets.id, case said when 2 then user_id else staff.id end,
      case said when 1 then 'Please install the newest version.' when 2 then 'The window is still empty.'
        else 'The new version has been installed.' end,
      said = 3 and status = 'in_progress',
      first_response_at + (updated_at - first_response_at) * (said - 1) / 3
    from tickets
    inner join (${staff}) staff on staff.place = number % ${STAFF}::int, generate_series(1, 3) said
    where first_response_at is not null and organization_id in (select id from organizations where name like 'Load %')`)

const insertDocuments = (tx: Database, { documents }: Support) =>
  tx.execute(sql`
    insert into documents (title, type, tags, content, published, created_at, updated_at)
    select 'How to set up workstation ' || number,
      (array['doc', 'faq', 'guide', 'policy', 'tutorial'])[1 + number % 5]::document_type,
      array['setup', 'area ' || number % 40],
      '## Before you begin' || repeat(' Open the application and enter the key of the license.', 20)
        || ' Order ' || md5(number::text) || case number % ${RARE.every}::int when 7 then ${` ${RARE.word}`}::text else '' end,
      number % 10 > 0, now() - number * interval '1 hour', now() - number * interval '1 hour'
    from generate_series(1, ${documents}::int) number`)
