import { HANOVER, LERATO, SIPHO, type Examples } from './example.ts'

const id = '0198c0de-7777-7000-8000-000000000001'
const CREATED = '2026-11-27T07:10:00.000Z'
const ANSWERED = '2026-11-27T07:42:00.000Z'

const target = (dueAt: string, metAt: string | null) => ({ dueAt, metAt, isMissed: false })

/** As staff read it. */
export const listedTicket = {
  id,
  ticketNumber: 'TKT-2026-000118',
  title: 'The printer is not found',
  description: 'Since this morning the application on FRONT-DESK-01 does not list our printer.',
  status: 'in_progress',
  priority: 'high',
  categoryId: null,
  createdAt: CREATED,
  updatedAt: ANSWERED,
  organizationName: HANOVER.organizationName,
  userFirstName: 'Lerato',
  userLastName: 'Dlamini',
  userEmail: 'lerato@hanover-dental.example',
  isUnread: false,
  assigneeId: SIPHO.id,
  assigneeName: SIPHO.name,
  firstResponse: target('2026-11-27T15:10:00.000Z', ANSWERED),
  resolution: target('2026-11-29T07:10:00.000Z', null),
  unansweredSince: null,
  snoozedUntil: null,
}

const detail = {
  ...listedTicket,
  userId: LERATO.id,
  organizationId: HANOVER.organizationId,
  attachments: [],
  mergedInto: null,
  resolvedAt: null,
  rating: null,
  ratingComment: null,
  ratedAt: null,
}

/** As its customer reads it. */
const own = { ...detail, assigneeId: null, assigneeName: null, firstResponse: null, resolution: null }

const opened = { ...own, status: 'open', updatedAt: CREATED }
const settled = { ...own, status: 'closed', resolvedAt: '2026-11-27T09:05:00.000Z' }

const question = {
  id: '0198c0de-8888-7000-8000-000000000001',
  ticketId: id,
  userId: LERATO.id,
  message: 'It works on the other computers.',
  isInternal: false,
  createdAt: '2026-11-27T07:15:00.000Z',
  authorName: LERATO.name,
  isFromStaff: false,
  isEmail: true,
  attachments: [],
}

const answer = {
  ...question,
  id: '0198c0de-8888-7000-8000-000000000002',
  userId: SIPHO.id,
  message: 'Please restart the print spooler and try again.',
  createdAt: ANSWERED,
  authorName: SIPHO.name,
  isFromStaff: true,
  isEmail: false,
}

export const ticketExamples: Examples = {
  'tickets.list': { answer: [listedTicket] },
  'tickets.counts': { answer: { open: 4, inProgress: 7, waiting: 3, resolved: 128 } },
  'tickets.create': {
    body: { title: detail.title, description: detail.description, priority: 'high' },
    answer: opened,
  },
  'tickets.one': { answer: detail },
  'tickets.change': {
    body: { status: 'in_progress', assigneeId: SIPHO.id },
    answer: detail,
  },
  'tickets.bulk': { body: { ids: [id], priority: 'high' }, answer: { changed: 1, merged: 0 } },
  'tickets.history': {
    answer: [
      {
        id: '190',
        createdAt: ANSWERED,
        action: 'ticket.updated',
        actorName: SIPHO.name,
        changes: { status: ['open', 'in_progress'] },
      },
    ],
  },
  'tickets.close': { answer: settled },
  'tickets.reopen': { answer: { ...opened, updatedAt: '2026-11-27T10:20:00.000Z' } },
  'tickets.rate': {
    body: { rating: 5, comment: 'Quick and friendly.' },
    answer: { ...settled, rating: 5, ratingComment: 'Quick and friendly.', ratedAt: '2026-11-27T11:00:00.000Z' },
  },
  'tickets.read': { body: { upTo: ANSWERED }, answer: { message: 'Marked as read' } },
  'tickets.assignees': { answer: [{ ...SIPHO, email: 'sipho@vendor.example' }] },
  'tickets.customers': {
    answer: [{ ...LERATO, email: detail.userEmail, organizationName: HANOVER.organizationName }],
  },
  'messages.list': { answer: [question, answer] },
  'messages.create': { body: { message: answer.message, status: 'in_progress' }, answer },
}
