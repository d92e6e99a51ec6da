import type { Channel } from '#contract/releases/channels.ts'
import { usePortal } from '#web/app/api/config.ts'

type Offer = { channel: Channel; rolloutPercent: number }

/** Says that an offered version can be downloaded without a license. Undefined if its channel is not public. */
export function usePublicNote({ channel, rolloutPercent }: Offer) {
  if (!usePortal()?.publicChannels.includes(channel)) return undefined
  const because = `the ${channel} channel is public`
  return rolloutPercent === 100
    ? `Anyone can download it without a license: ${because}.`
    : `At 100%, anyone can download it without a license: ${because}.`
}
