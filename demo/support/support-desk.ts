import type { Calendar } from '#demo/calendar.ts'
import type { Random } from '#demo/random.ts'
import type { cannedReplies, ticketCategories } from '#server/database/schema/support/support-desk.ts'

const replies = [
  {
    title: 'Ask for the log',
    text: 'Hello {customer},\n\nplease send us the log of {product}: open Help, then "Save the log", and attach the file to {ticket}. It tells us what happened just before.\n\nKind regards\n{agent}',
  },
  {
    title: 'Ask for the newest version',
    text: 'Hello {customer},\n\nthis was put right in the newest version of {product}. You find it under Downloads. Please tell us here if it happens again after the update.\n\nKind regards\n{agent}',
  },
  {
    title: 'Move a license',
    text: 'Hello {customer},\n\nopen the license under Licenses, choose "Revoke" and assign it to the new device. The old computer is refused at its next check-in, so please move its work first.\n\nKind regards\n{agent}',
  },
  {
    title: 'Offline computers',
    text: 'Hello {customer},\n\na computer keeps its license for 30 days without any network. If one has to stay away longer, let it check in once before; the days then begin anew.\n\nKind regards\n{agent}',
  },
  {
    title: 'Payment has arrived',
    text: 'Hello {customer},\n\nyour payment is here and the subscription is active again. Please start {product} anew on one computer and tell us if it still complains.\n\nKind regards\n{agent}',
  },
  {
    title: 'Reopen',
    text: 'Hello {customer},\n\nwe have taken {ticket} up again. You hear from us as soon as we know more.\n\nKind regards\n{agent}',
  },
  {
    title: 'Solved, please confirm',
    text: 'Hello {customer},\n\nwe believe that this is solved and set {ticket} to resolved. Just answer here if it is not: that opens it again.\n\nKind regards\n{agent}',
  },
  {
    title: 'Thanks, we are looking into it',
    text: 'Hello {customer},\n\nthank you for telling us. We are looking into it and write here as soon as we have found something.\n\nKind regards\n{agent}',
  },
]

export const buildCannedReplies = (calendar: Calendar): (typeof cannedReplies.$inferInsert)[] =>
  replies.map((reply, place) => {
    const at = calendar.ago({ days: 300 - place * 20 })
    return { ...reply, createdAt: at, updatedAt: at }
  })

export type Category = typeof ticketCategories.$inferInsert & { id: string }

const categories = [
  { name: 'Licenses', color: '#2563EB', description: 'Activation, moving to another computer, giving back' },
  { name: 'Billing', color: '#16A34A', description: 'Invoices, payments and what renewals say' },
  { name: 'Updates', color: '#9333EA', description: 'Installing a new version, and what changed with it' },
  { name: 'Printing', color: '#0891B2', description: 'Delivery notes, labels and printer drivers' },
  { name: 'Reports', color: '#CA8A04', description: 'Numbers that are missing or look wrong' },
  { name: 'Devices and scanners', color: '#DC2626', description: 'Everything that is plugged into a workplace' },
  { name: 'Network', color: '#4F46E5', description: 'Proxies, firewalls and machines without a connection' },
  { name: 'Wishes', color: '#DB2777', description: null },
]

/** What tickets are sorted by. One of what customers write about has none. */
export const buildCategories = (random: Random, calendar: Calendar): Category[] =>
  categories.map((category, place) => ({
    ...category,
    id: random.uuid(),
    createdAt: calendar.ago({ days: 400 - place }),
  }))
