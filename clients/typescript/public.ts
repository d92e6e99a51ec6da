// Everything that an application may import from the package @latchkey/licensing.

export { createDeviceClient } from './client.ts'
export type { Deactivation, Device, DeviceClient, KeySource } from './client.ts'
export type { Answer, AvailableUpdate, Decision } from './answers.ts'
export { readDeviceFingerprint } from './device-fingerprint.ts'
export { createFileStore, machineFolder } from './file-store.ts'
export { createLicensing } from './licensing.ts'
export type { LicensingState, Status, StatusWarning } from './license-state.ts'
export type { StatusCode } from './messages.ts'
export type { Store } from './saved-state.ts'
export type { LicenseFile, LossCode, TrustedKeys, Verdict, VerdictCode, Warning } from './license-file.ts'
