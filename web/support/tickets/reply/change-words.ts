import type { CannedReply } from '#contract/support/canned-replies.ts'
import { priorityBadge, statusBadge } from '#web/support/support-desk/ticket-badges.ts'

/** 'Sets Resolved, High' */
export function changeWords({ status, priority }: Pick<CannedReply, 'status' | 'priority'>) {
  const words = [
    ...(status ? [statusBadge[status].children] : []),
    ...(priority ? [priorityBadge[priority].children] : []),
  ]
  return words.length > 0 && `Sets ${words.join(', ')}`
}
