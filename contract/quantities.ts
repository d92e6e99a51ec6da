/** '1 invoice', '2,000 invoices', '-1 seat'. */
export const countOf = (count: number, one: string, many = `${one}s`) =>
  `${count.toLocaleString('en-US')} ${Math.abs(count) === 1 ? one : many}`

/** 'The newest 1,000 of 2,006 members', for a list that does not show all. */
export const newestOf = (shown: number, total: number, one: string, many?: string) =>
  `The newest ${shown.toLocaleString('en-US')} of ${countOf(total, one, many)}`

/** For a list that ends at `most`. */
export const newestUpTo = (most: number, shown: number, one: string) =>
  shown < most ? countOf(shown, one) : `The newest ${countOf(shown, one)}`

const units = ['B', 'KB', 'MB', 'GB', 'TB']

/** '1.9 MB' with 1024-based units, like Windows. */
export function formatSize(bytes: number): string {
  let size = bytes
  let unit = 0
  // Values that round to 1000 or more use the next unit.
  for (; size >= 999.95 && unit < units.length - 1; unit++) size /= 1024
  return `${unit === 0 ? size : size.toFixed(1)} ${units[unit]}`
}
