import { HANOVER, LERATO, type Examples } from './example.ts'
import { unassigned } from './licenses.ts'

const webhook = {
  id: '0198c0de-bbbb-7000-8000-000000000001',
  url: 'https://hooks.hanover-dental.example/latchkey',
  description: 'Keeps our list of computers up to date',
  format: 'standard',
  events: ['license.created', 'license.revoked'],
  isEnabled: true,
  disabledReason: null,
  previousSecretUntil: null,
  createdAt: '2026-11-25T09:30:00.000Z',
  lastDelivery: null,
}

const secret = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw4v0eT6y1xZc='
const SENT = '2026-11-25T09:30:01.000Z'

const payload = {
  type: 'license.created',
  timestamp: unassigned.createdAt,
  data: {
    organizationId: HANOVER.organizationId,
    actor: { kind: 'user', ...LERATO },
    subject: { kind: 'license', id: unassigned.id },
    changes: { label: [null, 'Reception'], status: [null, 'unassigned'] },
  },
}

const delivery = {
  id: '0198c0de-cccc-7000-8000-000000000001',
  eventId: 'evt_171',
  type: 'license.created',
  status: 'delivered',
  attempts: 1,
  lastAttemptAt: SENT,
  nextAttemptAt: null,
  lastStatus: 200,
  lastError: null,
  lastAnswer: 'ok',
  payload,
  createdAt: unassigned.createdAt,
}

const pending = {
  ...delivery,
  status: 'pending',
  attempts: 0,
  lastAttemptAt: null,
  nextAttemptAt: '2026-11-26T08:00:00.000Z',
  lastStatus: null,
  lastAnswer: null,
}

export const webhookExamples: Examples = {
  'webhooks.list': {
    answer: [
      {
        ...webhook,
        url: 'https://hooks.hanover-dental.example/…',
        lastDelivery: { status: 'delivered', lastAttemptAt: SENT },
      },
    ],
  },
  'webhooks.create': {
    body: { url: webhook.url, description: webhook.description, events: webhook.events },
    answer: { ...webhook, secret },
  },
  'webhooks.change': { body: { isEnabled: false }, answer: { ...webhook, isEnabled: false } },
  'webhooks.rotateSecret': {
    answer: { ...webhook, previousSecretUntil: '2026-11-27T08:15:00.000Z', secret },
  },
  'webhooks.remove': { answer: { message: 'Webhook deleted' } },
  'webhooks.test': {
    answer: {
      ...pending,
      eventId: 'evt_test_f63d2848-d13e-473b-a304-b1bc54c738bb',
      type: 'webhook.test',
      payload: {
        type: 'webhook.test',
        timestamp: pending.nextAttemptAt,
        data: { ...payload.data, subject: null, changes: {} },
      },
      createdAt: pending.nextAttemptAt,
    },
  },
  'webhooks.deliveries': { answer: [delivery] },
  'webhooks.resend': { answer: pending },
  'webhooks.replay': { body: { since: '2026-11-26T00:00:00Z' }, answer: { count: 12, nextSince: null } },
}
