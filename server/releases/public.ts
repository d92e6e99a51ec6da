// Everything that other areas and the demo use of releases.

export { downloadRoutes } from './downloads/routes.ts'
export { releaseExamples } from './files/emails.ts'
export { fileRoutes } from './files/routes.ts'
export { findMinimumFor } from './updates/actions.ts'
export { type AvailableUpdates, createAvailableUpdates } from './updates/available-update.ts'
export { isMandatory } from './updates/offer.ts'
export { updateRoutes } from './updates/routes.ts'
export { createUpdateTokens, type UpdateTokens } from './updates/update-token.ts'
export { uploadRoutes } from './uploads/routes.ts'
