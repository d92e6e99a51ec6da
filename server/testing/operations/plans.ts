import { sql, type SQL, type SQLWrapper } from 'drizzle-orm'
import { only, type Database } from '#server/database/database.ts'

/** PostgreSQL's plan of a query as text, without running it. */
export async function planOf(db: Database, query: SQLWrapper) {
  const { rows } = await db.execute<{ 'QUERY PLAN': string }>(sql`explain ${query}`)
  return rows.map((row) => row['QUERY PLAN']).join('\n')
}

type Plan = {
  'Node Type': string
  'Relation Name'?: string
  'Actual Rows': number
  'Actual Loops': number
  'Rows Removed by Filter'?: number
  Plans?: Plan[]
}

/** How a query read a table, how many rows it kept, and how many it dropped. */
type TableRead = { table: string; by: string; rows: number; dropped: number }

/** Runs a query and lists its reads of tables. */
export async function readsOf(db: Database, query: SQL): Promise<TableRead[]> {
  const { rows } = await db.execute<{ 'QUERY PLAN': [{ Plan: Plan }] }>(sql`explain (analyze, format json) ${query}`)
  return nodesOf(only(rows)['QUERY PLAN'][0].Plan).flatMap((node) => {
    const table = node['Relation Name']
    const loops = node['Actual Loops']
    const [rows, dropped] = [node['Actual Rows'] * loops, (node['Rows Removed by Filter'] ?? 0) * loops]
    return table === undefined ? [] : [{ table, by: node['Node Type'], rows, dropped }]
  })
}

const nodesOf = (plan: Plan): Plan[] => [plan, ...(plan.Plans ?? []).flatMap(nodesOf)]
