/** What a computer without internet asks for a license file with: carried to the portal by hand. */
import { randomUUID } from 'node:crypto'
import type { Device } from './client.ts'

export function makeOfflineRequest(licenseKey: string, { deviceFingerprint, deviceName, deviceOs }: Device) {
  const content = { v: 1, licenseKey, deviceFingerprint, deviceName, deviceOs, nonce: randomUUID() }
  const lines =
    Buffer.from(JSON.stringify(content))
      .toString('base64')
      .match(/.{1,64}/g) ?? []
  return ['-----BEGIN LICENSE REQUEST-----', ...lines, '-----END LICENSE REQUEST-----', ''].join('\n')
}
