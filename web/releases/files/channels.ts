import type { Channel } from '#contract/releases/channels.ts'

export const CHANNELS: { value: Channel; label: string }[] = [
  { value: 'stable', label: 'Stable' },
  { value: 'beta', label: 'Beta' },
]
