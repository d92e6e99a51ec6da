import { enrollmentKeyState, type EnrollmentKey } from '#contract/licensing/enrollment-keys.ts'
import type { Tone } from '#web/ui/tone.ts'

type Look = { tone: Tone; children: string }

const looks: Record<ReturnType<typeof enrollmentKeyState>, Look> = {
  active: { tone: 'success', children: 'Active' },
  paused: { tone: 'warning', children: 'Paused' },
  'used up': { tone: 'neutral', children: 'Used up' },
  expired: { tone: 'danger', children: 'Expired' },
}

/** For `<Badge {...keyBadge(key)} />`. */
export const keyBadge = (key: EnrollmentKey) => looks[enrollmentKeyState(key)]
