import { ENROLLMENT_PREFIX, normalizeEnrollmentKey } from '#contract/licensing/enrollment-keys.ts'
import { newLicenseKey } from '#server/licensing/licenses/license-key.ts'
import { sha256 } from '#server/platform/hashing.ts'

export const newEnrollmentKey = () => `${ENROLLMENT_PREFIX}${newLicenseKey()}`

/** What a key is found by, however it was typed. The key itself is stored nowhere. */
export const hashEnrollmentKey = (enrollmentKey: string) => sha256(normalizeEnrollmentKey(enrollmentKey))
