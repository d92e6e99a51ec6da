import { availableParallelism, cpus, loadavg } from 'node:os'
import type { Change, Comparison } from './measure.ts'

export const whole = (number: number) => Math.round(number).toLocaleString('en')
export const milliseconds = (microseconds: number) => (microseconds / 1000).toFixed(1)
const ratio = (ours: number, floor: number) => (ours / floor).toFixed(2)

const verdict = ({ goal, ours, floor }: Comparison) => {
  if (goal === undefined) return ''
  return ours.perSecond / floor.perSecond >= goal ? 'reached' : 'below'
}

export type Column<Row> = [title: string, value: (row: Row) => string]

const columns: Column<Comparison>[] = [
  ['benchmark', ({ name }) => name],
  ['connections', ({ connections }) => String(connections)],
  ['ours/s', ({ ours }) => whole(ours.perSecond)],
  ['floor/s', ({ floor }) => whole(floor.perSecond)],
  ['ratio', ({ ours, floor }) => ratio(ours.perSecond, floor.perSecond)],
  ['goal', ({ goal }) => goal?.toFixed(2) ?? ''],
  ['', verdict],
  ['CPU µs', ({ ours }) => whole(ours.cpuMicroseconds)],
  ['floor', ({ floor }) => whole(floor.cpuMicroseconds)],
  ['p50 ms', ({ ours }) => milliseconds(ours.p50)],
  ['floor', ({ floor }) => milliseconds(floor.p50)],
  ['p99 ms', ({ ours }) => milliseconds(ours.p99)],
  ['floor', ({ floor }) => milliseconds(floor.p99)],
  ['stall ms', ({ ours }) => milliseconds(ours.stall)],
  ['pages', ({ pageReads }) => pageReads?.toFixed(1) ?? ''],
  ['MiB', ({ ours }) => whole(ours.largestBytes / 2 ** 20)],
]

const share = (part: number, whole: number) => `${part >= whole ? '+' : ''}${((part / whole - 1) * 100).toFixed(1)} %`

const changeColumns: Column<Change>[] = [
  ['benchmark', ({ name }) => name],
  ['connections', ({ connections }) => String(connections)],
  ['CPU µs before', ({ before }) => whole(before.cpuMicroseconds)],
  ['after', ({ after }) => whole(after.cpuMicroseconds)],
  ['change', ({ before, after }) => share(after.cpuMicroseconds, before.cpuMicroseconds)],
  ['spread', ({ spread }) => `± ${(spread * 100).toFixed(1)} %`],
  ['/s before', ({ before }) => whole(before.perSecond)],
  ['after', ({ after }) => whole(after.perSecond)],
  ['p50 ms before', ({ before }) => milliseconds(before.p50)],
  ['after', ({ after }) => milliseconds(after.p50)],
  ['stall ms before', ({ before }) => milliseconds(before.stall)],
  ['after', ({ after }) => milliseconds(after.stall)],
]

export const table = (comparisons: Comparison[]) => markdown(columns, comparisons)

export const changeTable = (changes: Change[]) => markdown(changeColumns, changes)

/** Formats a Markdown table that is also aligned in a terminal. */
export function markdown<Row>(columns: Column<Row>[], rowsOfTable: Row[]) {
  const cells = [columns.map(([title]) => title), ...rowsOfTable.map((row) => columns.map(([, value]) => value(row)))]
  const widths = columns.map((_column, index) => Math.max(3, ...cells.map((row) => row[index]?.length ?? 0)))
  const isText = (index: number) => index === 0
  const line = (row: string[]) =>
    `| ${row.map((cell, index) => (isText(index) ? cell.padEnd(widths[index]!) : cell.padStart(widths[index]!))).join(' | ')} |`
  const rule = `| ${widths.map((width, index) => (isText(index) ? '-'.repeat(width) : `${'-'.repeat(width - 1)}:`)).join(' | ')} |`
  const [head = [], ...rows] = cells
  return [line(head), rule, ...rows.map(line)].join('\n')
}

/** Describes the machine. A load far above the number of CPUs means that other programs distorted the figures. */
export const circumstances = () => {
  const machine = `${availableParallelism()} CPUs (${cpus()[0]?.model ?? process.arch})`
  const [minute = 0] = loadavg()
  return `${new Date().toISOString().slice(0, 10)}, Node ${process.versions.node}, ${machine}, load ${minute.toFixed(1)}`
}
