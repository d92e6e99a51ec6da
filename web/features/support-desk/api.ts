import { cannedReplies } from '#contract/canned-replies.ts'
import { ticketCategories } from '#contract/ticket-categories.ts'
import { useRead } from '#web/app/data.ts'

/** By name. */
export const useCategories = () => useRead(ticketCategories.list)

/** By title. For staff. */
export const useCannedReplies = () => useRead(cannedReplies.list)
