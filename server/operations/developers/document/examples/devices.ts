import type { Examples } from './example.ts'
import { activeLicense, DEVICE } from './licenses.ts'

const { id, label, status, deviceFingerprint, deviceName, deviceOs, billingStatus } = activeLicense

const { licenseKey } = activeLicense
const enrollmentKey = 'ENR-0367A-H2B9R-KDZ39-5TP9E-0AJH5'
const deviceToken = 'nXyX9RYWf9ze9gQrZLF0rZhhiyJLtUam8JxL9_V4aZ8'
const updateToken = 'AZjA3hERcACAAAAAAAAAAWDhHCqjmXE00deoo91X7cw'
const kids = ['k1a2b3c4d', 'k5e6f7a8b']
const nonce = 'q0Zb1T8WkU2yPz5v'

/** Shortened: a file has about twenty lines. */
const licenseFile = `-----BEGIN LICENSE FILE-----
eyJ2IjoxLCJraWQiOiJrMWEyYjNjNGQiLCJhbGciOiJlZDI1NTE5IiwiZW5jIjoi
…
-----END LICENSE FILE-----
`

/** `at`: HH:MM:SS of the answer on the day of its activation. */
const decisionAt = (at: string, lastCheckIn: string | null) => ({
  valid: true,
  code: 'VALID',
  detail: 'This license is valid on this device.',
  conclusive: true,
  warnings: [],
  license: {
    id,
    label,
    status,
    deviceFingerprint,
    deviceName,
    deviceOs,
    billingStatus,
    lastCheckIn,
    features: ['cad-export'],
  },
  organization: { name: activeLicense.organizationName },
  reason: null,
  since: null,
  until: null,
  moves: null,
  checkIn: {
    intervalSeconds: 86_400,
    nextCheckInAt: `2026-11-27T${at}.000Z`,
    graceUntil: `2026-12-10T${at}.000Z`,
  },
  serverTime: `2026-11-26T${at}.000Z`,
  nonce,
})

const activation = { ...decisionAt('07:02:44', null), deviceToken, updateToken, licenseFile }
const about = { ...DEVICE, appVersion: '2.4.0', kids, nonce }

export const deviceExamples: Examples = {
  'devices.activate': { body: { licenseKey, ...about, reason: 'typed' }, answer: activation },
  'enrollmentKeys.enroll': { body: { enrollmentKey, ...about, reason: 'stored' }, answer: activation },
  'devices.validate': {
    body: { licenseKey, deviceFingerprint: DEVICE.deviceFingerprint, nonce },
    answer: decisionAt('07:02:46', null),
  },
  'devices.checkIn': {
    body: { ...DEVICE, appVersion: '2.4.0', channel: 'stable', nonce },
    answer: {
      ...decisionAt('07:03:00', '2026-11-26T07:03:00.000Z'),
      licenseFile,
      updateToken,
      update: { available: true, version: '2.4.1', mandatory: false },
    },
  },
  'devices.transfer': { body: about, answer: activation },
  'devices.deactivate': { body: { deviceToken }, answer: { message: 'This device no longer uses a license.' } },
}
