import { availableParallelism, cpus, loadavg } from 'node:os'
import type { Comparison } from './measure.ts'

const whole = (number: number) => Math.round(number).toLocaleString('en')
const milliseconds = (microseconds: number) => (microseconds / 1000).toFixed(1)
const ratio = (ours: number, floor: number) => (ours / floor).toFixed(2)

const verdict = ({ goal, ours, floor }: Comparison) => {
  if (goal === undefined) return ''
  return ours.perSecond / floor.perSecond >= goal ? 'reached' : 'below'
}

type Column = [title: string, value: (comparison: Comparison) => string]

const columns: Column[] = [
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
  ['pages', ({ pageReads }) => pageReads?.toFixed(1) ?? ''],
  ['MiB', ({ ours }) => whole(ours.largestBytes / 2 ** 20)],
]

/** Formats a Markdown table that is also aligned in a terminal. */
export function table(comparisons: Comparison[]) {
  const cells = [columns.map(([title]) => title), ...comparisons.map((row) => columns.map(([, value]) => value(row)))]
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
