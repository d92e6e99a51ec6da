import type { Mail } from '#contract/operations/outbox.ts'
import type { Tone } from '#web/ui/tone.ts'

type Look = { tone: Tone; children: string }

const looks: Record<Mail['status'], Look> = {
  sent: { tone: 'success', children: 'Sent' },
  queued: { tone: 'info', children: 'Queued' },
  failed: { tone: 'danger', children: 'Failed' },
}

export const mailBadge = (status: Mail['status']) => looks[status]
