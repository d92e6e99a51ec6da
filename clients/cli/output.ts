import { withoutTokens } from './settings.ts'

/** `data` is what --json prints, `text` what a person reads. */
export type Outcome = { data: unknown; text: string; exitCode?: number }

/** Escapes and invisible characters of texts that other people wrote could change what a terminal shows. */
const UNPRINTABLE = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu

export const printable = (text: string) =>
  withoutTokens(text).replaceAll(UNPRINTABLE, (found) => (found === '\n' ? found : ' '))

type Cell = string | number | null | undefined

/** Columns are as wide as their longest cell. */
export function table(head: string[], rows: Cell[][]) {
  const lines = [head, ...rows.map((row) => row.map((cell) => String(cell ?? '–').replaceAll('\n', ' ')))].map((line) =>
    line.map(printable),
  )
  const widths = head.map((_, column) => Math.max(...lines.map((line) => line[column]?.length ?? 0)))
  return lines
    .map((line) =>
      line
        .map((cell, column) => cell.padEnd(widths[column] ?? 0))
        .join('  ')
        .trimEnd(),
    )
    .join('\n')
}

/** '2026-11-25T09:30:00.000Z' → '2026-11-25' */
export const dayOf = (instant: string | null) => instant?.slice(0, 10)

const UNITS = ['B', 'kB', 'MB', 'GB']

/** 1048576 → '1.0 MB' */
export function sizeOf(bytes: number) {
  const unit = bytes < 1024 ? 0 : Math.min(Math.floor(Math.log2(bytes) / 10), UNITS.length - 1)
  return `${(bytes / 1024 ** unit).toFixed(unit === 0 ? 0 : 1)} ${UNITS[unit]}`
}
