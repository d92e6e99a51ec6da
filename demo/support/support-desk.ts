import type { Calendar } from '#demo/calendar.ts'
import type { Random } from '#demo/random.ts'
import type { cannedReplies, ticketCategories } from '#server/database/schema/support/support-desk.ts'

type ReplyRow = typeof cannedReplies.$inferInsert

const replies: Pick<ReplyRow, 'title' | 'text' | 'status' | 'priority'>[] = [
  {
    title: 'Ask for the log',
    status: 'waiting_customer',
    text: 'Hello {customer},\n\nplease send us the log of {product}: open Help, then "Save the log", and attach the file to {ticket}. It shows what happened before the problem.\n\nKind regards\n{agent}',
  },
  {
    title: 'Ask to update',
    text: 'Hello {customer},\n\nthis is fixed in the latest version of {product}. You can download it under Downloads. Please let us know here if it happens again after the update.\n\nKind regards\n{agent}',
  },
  {
    title: 'Move a license',
    text: 'Hello {customer},\n\nopen the license under Licenses, choose "Revoke" and assign it to the new device. The old computer is refused at its next check-in, so please move its work first.\n\nKind regards\n{agent}',
  },
  {
    title: 'Offline computers',
    text: 'Hello {customer},\n\na computer keeps its license for 30 days without a network connection. If it will be offline for longer, let it check in once before that. The 30 days then start again.\n\nKind regards\n{agent}',
  },
  {
    title: 'Payment received',
    text: 'Hello {customer},\n\nwe have received your payment, and the subscription is active again. Please restart {product} on one computer and let us know if you still see the message.\n\nKind regards\n{agent}',
  },
  {
    title: 'Reopen',
    status: 'open',
    priority: 'high',
    text: 'Hello {customer},\n\nwe’ve reopened {ticket}. We’ll get back to you as soon as we know more.\n\nKind regards\n{agent}',
  },
  {
    title: 'Solved, please confirm',
    status: 'resolved',
    text: 'Hello {customer},\n\nwe believe this is solved, so we’ve set {ticket} to resolved. If it’s not, just reply here to reopen it.\n\nKind regards\n{agent}',
  },
  {
    title: 'Thanks, we are looking into it',
    text: 'Hello {customer},\n\nthank you for letting us know. We’re looking into it and will reply here as soon as we know more.\n\nKind regards\n{agent}',
  },
]

export const buildCannedReplies = (calendar: Calendar): (typeof cannedReplies.$inferInsert)[] =>
  replies.map((reply, place) => {
    const at = calendar.ago({ days: 300 - place * 20 })
    return { ...reply, createdAt: at, updatedAt: at }
  })

export type Category = typeof ticketCategories.$inferInsert & { id: string }

const categories = [
  { name: 'Licenses', color: '#2563EB', description: 'Activation, transfers to another computer, revocation' },
  { name: 'Billing', color: '#16A34A', description: 'Invoices, payments and renewals' },
  { name: 'Updates', color: '#9333EA', description: 'Installing new versions and their changes' },
  { name: 'Printing', color: '#0891B2', description: 'Delivery notes, labels and printer drivers' },
  { name: 'Reports', color: '#CA8A04', description: 'Missing or incorrect numbers' },
  { name: 'Devices and scanners', color: '#DC2626', description: 'Scanners, scales and other hardware' },
  { name: 'Network', color: '#4F46E5', description: 'Proxies, firewalls and machines without a connection' },
  { name: 'Feature requests', color: '#DB2777', description: null },
]

export const buildCategories = (random: Random, calendar: Calendar): Category[] =>
  categories.map((category, place) => ({
    ...category,
    id: random.uuid(),
    createdAt: calendar.ago({ days: 400 - place }),
  }))
