import { formatDate } from '#contract/dates.ts'
import type { License } from '#contract/licensing/licenses.ts'
import { isOffline } from '../license-filter.ts'

/** Which of these devices don't learn that their license ends, or an empty text. */
export function offlineWarning(licenses: License[]) {
  const offline = licenses.filter(isOffline)
  const last = offline
    .flatMap(({ offlineUntil }) => offlineUntil ?? [])
    .toSorted()
    .at(-1)
  if (last === undefined) return ''
  const day = formatDate(last)
  if (offline.length > 1)
    return `Without internet, ${offline.length} of them run on until their license files end, the last on ${day}: stop using them there.`
  const device = licenses.length > 1 ? 'one of them' : (offline[0]?.deviceName ?? 'the device')
  return `Without internet, ${device} runs on until its license file ends on ${day}: stop using it there.`
}

export const joinSentences = (...sentences: string[]) => sentences.filter(Boolean).join(' ')
