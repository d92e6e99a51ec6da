/** Bytes, and recent bytes per second; undefined until known. */
export type Pace = { sent: number; total: number; speed: number | undefined }

/** Milliseconds that the speed is taken over: long enough to read, short enough to follow the line. */
const SPAN = 8000
const LEAST = 1000

export function createMeter(total: number) {
  let samples: { sent: number; now: number }[] = []
  return (sent: number, now: number): Pace => {
    samples = [...samples.filter((sample) => now - sample.now <= SPAN), { sent, now }]
    const [first] = samples
    const passed = first ? now - first.now : 0
    const speed = first && passed >= LEAST ? ((sent - first.sent) / passed) * 1000 : undefined
    return { sent, total, speed }
  }
}

export const percentOf = ({ sent, total }: Pick<Pace, 'sent' | 'total'>) =>
  total === 0 ? 100 : Math.floor((sent / total) * 100)

const MINUTE = 60
const HOUR = 60 * MINUTE

/** '4 min left', or nothing while it is unknown. */
export function timeLeft({ sent, total, speed }: Pace) {
  if (!speed) return undefined
  const seconds = Math.ceil((total - sent) / speed)
  if (seconds < MINUTE) return `${seconds} s left`
  if (seconds < HOUR) return `${Math.ceil(seconds / MINUTE)} min left`
  return `${Math.floor(seconds / HOUR)} h ${Math.floor((seconds % HOUR) / MINUTE)} min left`
}
