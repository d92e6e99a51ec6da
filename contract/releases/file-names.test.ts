import { expect, test } from 'vitest'
import { readFileName } from './file-names.ts'

test.each([
  ['Setup-4.3.0-x64.exe', { version: '4.3.0', architecture: 'x64' }],
  ['Setup-4.4.0-beta.2-arm64.exe', { version: '4.4.0-beta.2', architecture: 'arm64' }],
  ['acme_setup_v2.10_amd64.msi', { version: '2.10', architecture: 'x64' }],
  ['Acme Setup 5.0.0.1 (x86_64).zip', { version: '5.0.0.1', architecture: 'x64' }],
  ['charm64-1.2.exe', { version: '1.2' }],
  ['setup.exe', {}],
  ['Setup-2026.exe', {}],
  [`${'1.'.repeat(5000)}exe`, {}],
  ['4.3.0.exe', { version: '4.3.0' }],
])('%s says %j', (name, facts) => {
  expect(readFileName(name)).toEqual(facts)
})
