// Everything that other areas and the demo use of licensing.

export { deviceRoutes } from './devices/routes.ts'
export { createTokenStatusReader } from './devices/decision/token-status.ts'
export { diagnosisRoutes } from './diagnosis/routes.ts'
export { enrollmentRoutes } from './enrollment-keys/routes.ts'
export { licenseFileRoutes } from './license-files/routes.ts'
export { rotateKeys } from './signing/signing-keys.ts'
export { licenseRequestRoutes } from './license-requests/routes.ts'
export { newestLicenses } from './licenses/actions.ts'
export { sweepLosses } from './licenses/binding/lost-device-queries.ts'
export { licenseRoutes } from './licenses/routes.ts'
export { searchLicenses } from './licenses/list/queries.ts'
export { isSilent, lastHeard } from './licenses/silence/queries.ts'
