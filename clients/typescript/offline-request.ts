import { randomUUID } from 'node:crypto'
import type { Device } from './client.ts'

export function makeOfflineRequest(licenseKey: string, device: Device, kids?: string[]) {
  const { deviceFingerprint, deviceName, deviceOs } = device
  const content = { v: 1, licenseKey, deviceFingerprint, deviceName, deviceOs, kids, nonce: randomUUID() }
  const lines =
    Buffer.from(JSON.stringify(content))
      .toString('base64')
      .match(/.{1,64}/g) ?? []
  return ['-----BEGIN LICENSE REQUEST-----', ...lines, '-----END LICENSE REQUEST-----', ''].join('\n')
}
