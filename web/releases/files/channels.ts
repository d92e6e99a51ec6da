import { Channel } from '#contract/releases/channels.ts'

const labels: Record<Channel, string> = { stable: 'Stable', beta: 'Beta' }

export const CHANNELS = Channel.options.map((value) => ({ value, label: labels[value] }))
