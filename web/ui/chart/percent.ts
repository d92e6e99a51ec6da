/** Rounded, but only nothing is 0, and only the whole is 100. */
export function percentOf(part: number, whole: number, decimals = 0) {
  if (part <= 0 || whole <= 0) return 0
  if (part >= whole) return 100
  const least = 10 ** -decimals
  return Math.min(Math.max(Number(((part / whole) * 100).toFixed(decimals)), least), 100 - least)
}
