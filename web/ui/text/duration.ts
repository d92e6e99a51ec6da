const MINUTE = 60
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

/** At most two units: '3 h 20 min', '2 days 4 h', '45 min'. */
export function formatDuration(seconds: number) {
  const minutes = Math.round(seconds / MINUTE)
  if (minutes < 1) return 'under a minute'
  const [days, hours, rest] = [Math.floor(minutes / (DAY / MINUTE)), Math.floor(minutes / 60) % 24, minutes % 60]
  const parts = [
    days > 0 && (days === 1 ? '1 day' : `${days} days`),
    hours > 0 && `${hours} h`,
    rest > 0 && `${rest} min`,
  ]
  return parts.filter(Boolean).slice(0, 2).join(' ')
}

/** Business time has no whole days: '52 h', '3 h 20 min'. */
export function inHours(seconds: number) {
  const minutes = Math.round(seconds / MINUTE)
  if (minutes < 60) return formatDuration(seconds)
  const [hours, rest] = [Math.floor(minutes / 60), minutes % 60]
  return rest > 0 ? `${hours} h ${rest} min` : `${hours} h`
}
