const units = ['B', 'KB', 'MB', 'GB', 'TB']

/** '1.9 MB', counted as Windows does: 1024 of one unit are one of the next. */
export function formatSize(bytes: number): string {
  let size = bytes
  let unit = 0
  // What rounds to 1000 or more would need a fourth digit.
  for (; size >= 999.95 && unit < units.length - 1; unit++) size /= 1024
  return `${unit === 0 ? size : size.toFixed(1)} ${units[unit]}`
}
