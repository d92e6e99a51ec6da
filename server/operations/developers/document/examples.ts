/** Bodies and answers of the calls that programs make first. A test checks them against the contract. */
export type Example = { body?: object; answer?: unknown }

const license = {
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
  organizationId: '0198c0de-2222-7000-8000-000000000001',
  organizationName: 'Hanover Dental',
  createdAt: '2026-11-25T09:30:00.000Z',
  updatedAt: '2026-11-25T09:30:00.000Z',
}

export const EXAMPLES: Record<string, Example> = {
  'licenses.list': { answer: [license] },
  'licenses.read': { answer: license },
  'licenses.create': { body: { label: 'Reception' }, answer: license },
  'licenses.change': { body: { status: 'revoked' }, answer: { ...license, status: 'revoked' } },
  'licenses.bulk': {
    body: { action: 'revoke', ids: [license.id] },
    answer: { changed: [{ ...license, status: 'revoked' }], skipped: [] },
  },
  'licenses.remove': { answer: { message: 'License deleted' } },
}
