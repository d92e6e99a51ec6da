import type pg from 'pg'
import type { Load, Phase } from './load.ts'

const row = (cells: string[]) => `| ${cells.join(' | ')} |`

/** A Markdown table of two columns for docs/. */
export const tableOfFacts = (head: [string, string], facts: [string, string][]) =>
  [row(head), row(['---', '---']), ...facts.map(row)].join('\n')

const wordsOfFailures = ({ failed }: Phase) =>
  [...failed].map(([status, times]) => `${times} (${status === 0 ? 'no answer' : status})`).join(', ') || '0'

/** A Markdown table for docs/. */
export const tableOf = (phases: Phase[]) =>
  [
    row(['Phase', 'Seconds', 'Requests', 'Failed', 'Validations, failed', 'Longest pause between writes']),
    row(['---', '---', '---', '---', '---', '---']),
    ...phases.map((phase) =>
      row([
        phase.name,
        phase.seconds.toFixed(1),
        phase.requests.toLocaleString('en-US'),
        wordsOfFailures(phase),
        `${phase.validations.sent.toLocaleString('en-US')}, ${phase.validations.failed}`,
        `${phase.longestPause.toFixed(1)} s`,
      ]),
    ),
  ].join('\n')

export const countFailed = (phases: Phase[]) =>
  phases.flatMap(({ failed }) => [...failed.values()]).reduce((sum, times) => sum + times, 0)

/** Compares acknowledged writes with the database. */
export async function compareWrites(client: pg.Client, { acknowledged }: Pick<Load, 'acknowledged'>) {
  const { rows } = await client.query<{ label: string; times: number }>(
    `select label, count(*)::int as times from licenses where label like 'Write %' group by label`,
  )
  const times = new Map(rows.map((found) => [found.label, found.times]))
  const lost = acknowledged.filter((label) => !times.has(label)).length
  const twice = rows.filter((found) => found.times > 1).length
  return { acknowledged: acknowledged.length, lost, twice }
}

/** How many of these writes are in the database. */
export async function countFound(client: pg.Client, labels: string[]) {
  const { rows } = await client.query<{ found: number }>(
    'select count(*)::int as found from licenses where label = any($1)',
    [labels],
  )
  return rows[0]?.found ?? 0
}
