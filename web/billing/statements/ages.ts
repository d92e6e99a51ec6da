import type { Age } from '#contract/billing/ages.ts'
import type { Tone } from '#web/ui/tone.ts'

/** Days overdue in words. */
export const ages: Record<Age, { label: string; tone: Tone }> = {
  current: { label: 'Not yet due', tone: 'success' },
  days30: { label: '1–30 days overdue', tone: 'info' },
  days60: { label: '31–60 days', tone: 'warning' },
  days90: { label: '61–90 days', tone: 'danger' },
  older: { label: 'Over 90 days', tone: 'violet' },
}
