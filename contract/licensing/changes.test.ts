import { expect, test } from 'vitest'
import { Assignment } from './assignments.ts'
import { LicenseAssignment, LicenseChanges } from './changes.ts'
import { Complaint } from './diagnosis.ts'
import { LicenseFileOrder } from './license-files.ts'

const UUID = '4C4C4544-0044-3510-8052-B4C04F4D3732'

test.each([
  ['non-breaking hyphens', UUID.replaceAll('-', '\u2011')],
  ['dashes', UUID.replaceAll('-', '–')],
  ['minus signs', UUID.replaceAll('-', '\u2212')],
  ['full-width characters', UUID.replace(/./g, (letter) => String.fromCharCode(letter.charCodeAt(0) + 0xfee0))],
])('reads a UUID copied with %s as its device reports it', (_what, deviceFingerprint) => {
  for (const schema of [LicenseAssignment, LicenseChanges, Assignment, Complaint])
    expect(schema.parse({ deviceFingerprint })).toEqual({ deviceFingerprint: UUID })
  expect(LicenseFileOrder.parse({ deviceFingerprint, ttlDays: 30 })).toMatchObject({ deviceFingerprint: UUID })
})

test.each([`{${UUID}}`, 'PC–7'])('keeps the identifier %j as it is', (deviceFingerprint) => {
  expect(LicenseAssignment.parse({ deviceFingerprint })).toEqual({ deviceFingerprint })
})
