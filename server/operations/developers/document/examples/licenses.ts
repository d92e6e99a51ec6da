import { HANOVER, LERATO, type Examples } from './example.ts'

export const unassigned = {
  id: '0198c0de-1111-7000-8000-000000000001',
  label: 'Reception',
  description: null,
  tags: ['front office'],
  licenseKey: '7Q2M4-X9T8P-W0123-R0456-H5678',
  status: 'unassigned',
  deviceFingerprint: null,
  deviceName: null,
  deviceOs: null,
  billingStatus: 'paid',
  lastCheckIn: null,
  appVersion: null,
  offlineUntil: null,
  ...HANOVER,
  createdAt: '2026-11-25T09:30:00.000Z',
  updatedAt: '2026-11-25T09:30:00.000Z',
}

/** Of the computer in all examples. */
export const DEVICE = {
  deviceFingerprint: '4C4C4544-0051-3610-8053-B7C04F4D3233',
  deviceName: 'FRONT-DESK-01',
  deviceOs: 'Windows 11 Pro',
}

export const activeLicense = {
  ...unassigned,
  ...DEVICE,
  status: 'active',
  lastCheckIn: '2026-11-27T06:58:12.431Z',
  appVersion: '2.4.0',
  updatedAt: '2026-11-26T07:02:44.120Z',
}

const revoked = { ...activeLicense, status: 'revoked', updatedAt: '2026-11-27T08:15:00.000Z' }
const reserved = { ...unassigned, status: 'assigned', deviceFingerprint: DEVICE.deviceFingerprint }
const freed = { ...unassigned, updatedAt: '2026-11-27T08:15:00.000Z' }

const workshop = (number: string, id: string) => ({
  ...unassigned,
  id: `0198c0de-1111-7000-8000-0000000000${id}`,
  label: `Workshop ${number}`,
  tags: [],
  licenseKey: `3F8N6-K2W4R-${id}V0J-9T5XM-QC7H2`,
})

const key = {
  id: '0198c0de-4444-7000-8000-000000000001',
  ...HANOVER,
  label: 'Floor 2',
  hint: '0AJH5',
  expiresAt: '2027-01-31T22:00:00.000Z',
  maxUses: 20,
  uses: 0,
  createsLicenses: true,
  isPaused: false,
  isExpired: false,
  createdAt: '2026-11-25T09:30:00.000Z',
  updatedAt: '2026-11-25T09:30:00.000Z',
}

const history = [
  {
    id: '184',
    at: '2026-11-26T07:02:44.120Z',
    action: 'activated',
    actor: 'device',
    who: DEVICE.deviceName,
    ip: '203.0.113.24',
    changes: [
      { field: 'status', before: 'unassigned', after: 'active' },
      { field: 'deviceName', before: null, after: DEVICE.deviceName },
      { field: 'activation', before: null, after: 'typed' },
    ],
  },
  {
    id: '171',
    at: '2026-11-25T09:30:00.000Z',
    action: 'created',
    actor: 'user',
    who: LERATO.name,
    ip: '203.0.113.10',
    changes: [
      { field: 'label', before: null, after: 'Reception' },
      { field: 'status', before: null, after: 'unassigned' },
    ],
  },
]

const ids = [unassigned.id]

export const licenseExamples: Examples = {
  'licenses.list': { answer: [activeLicense] },
  'licenses.read': { answer: activeLicense },
  'licenses.create': { body: { label: 'Reception' }, answer: { ...unassigned, tags: [] } },
  'licenses.change': { body: { status: 'revoked' }, answer: revoked },
  'licenses.bulk': { body: { action: 'revoke', ids }, answer: { changed: [revoked], skipped: [] } },
  'licenses.remove': { answer: { message: 'License deleted' } },
  'licenses.move': { answer: freed },
  'licenses.moves': { answer: { used: 1, limit: 3, left: 2, nextAt: '2026-12-27T08:15:00.000Z' } },
  'licenses.resetMoves': { answer: { used: 0, limit: 3, left: 3, nextAt: null } },
  'licenses.usage': {
    answer: {
      active: 14,
      assigned: 1,
      unassigned: 3,
      revoked: 1,
      inactive: 0,
      limit: 20,
      versions: [
        { version: '2.4.0', devices: 11 },
        { version: '2.3.2', devices: 3 },
      ],
    },
  },
  'licenses.silent': {
    answer: {
      active: 14,
      silent: [
        { days: 30, count: 2 },
        { days: 60, count: 1 },
        { days: 90, count: 0 },
      ],
    },
  },
  'licenses.activity': {
    answer: {
      activatedAt: '2026-11-26T07:02:44.120Z',
      appVersion: '2.4.0',
      days: ['2026-11-27', '2026-11-26'],
      versions: [{ version: '2.4.0', since: '2026-11-26T07:02:44.120Z' }],
    },
  },
  'licenses.history': { answer: history },
  'creation.create': {
    body: { label: 'Workshop', count: 2 },
    answer: [workshop('1', '11'), workshop('2', '12')],
  },
  'assignments.create': {
    body: { devices: [{ deviceFingerprint: DEVICE.deviceFingerprint, label: 'Reception' }] },
    answer: [{ deviceFingerprint: DEVICE.deviceFingerprint, license: reserved, message: null }],
  },
  'tags.list': {
    answer: [
      { tag: 'front office', count: 4 },
      { tag: 'workshop', count: 12 },
    ],
  },
  'tags.change': {
    body: { ids, add: ['front office'], remove: ['spare'] },
    answer: { changed: [activeLicense], skipped: [] },
  },
  'licenseRequests.create': {
    body: { additionalLicenses: 5, businessJustification: 'A second practice opens in March.' },
  },
  'licenseRequests.createReduction': {
    body: { fewerLicenses: 2, businessJustification: 'Two computers were taken out of use.' },
  },
  'enrollmentKeys.list': { answer: [{ ...key, uses: 12 }] },
  'enrollmentKeys.create': {
    body: { label: 'Floor 2', expiresAt: '2027-01-31T22:00:00.000Z', maxUses: 20 },
    answer: { ...key, enrollmentKey: 'ENR-0367A-H2B9R-KDZ39-5TP9E-0AJH5' },
  },
  'enrollmentKeys.change': {
    body: { isPaused: true },
    answer: { ...key, uses: 12, isPaused: true, updatedAt: '2026-11-27T08:15:00.000Z' },
  },
  'enrollmentKeys.remove': { answer: { message: 'Enrollment key deleted' } },
}
