import type { HealthCheck, HealthPart } from '#contract/operations/overview.ts'
import { remember } from '#server/database/shared-reading.ts'
import type { Platform } from '#server/platform/platform.ts'
import {
  checkBackups,
  checkDatabase,
  checkJobs,
  checkMail,
  checkScanner,
  checkSettings,
  checkStorage,
  type Finding,
} from './checks.ts'

/** Milliseconds per check. */
const PATIENCE = 2000

/** Milliseconds. */
const REMEMBERED = 10_000

const checks: Record<HealthPart, (platform: Platform, signal: AbortSignal) => Promise<Finding>> = {
  database: checkDatabase,
  storage: checkStorage,
  scanner: checkScanner,
  mail: checkMail,
  jobs: checkJobs,
  backups: checkBackups,
  settings: checkSettings,
}

/** The status of a part that cannot be checked. */
const failures: Record<HealthPart, string> = {
  database: 'Does not answer',
  storage: 'Files cannot be kept or read',
  scanner: 'Files cannot be attached',
  mail: 'The outbox cannot be read',
  jobs: 'The queue cannot be read',
  backups: 'Cannot be read',
  settings: 'Cannot be read',
}

/** Checks every part as this process sees it. Never throws: a failure is part of the result. */
export const createHealth = (platform: Platform) =>
  remember(
    () => Promise.all(Object.entries(checks).map(([part, check]) => examine(platform, part as HealthPart, check))),
    REMEMBERED,
  )

/** The portal works without them, so customers do not see that one is missing. */
const FOR_STAFF = new Set<HealthPart>(['backups', 'settings'])

export const isHealthy = (health: HealthCheck[]) =>
  health.every((check) => check.isHealthy || FOR_STAFF.has(check.part))

async function examine(platform: Platform, part: HealthPart, check: (typeof checks)[HealthPart]): Promise<HealthCheck> {
  const signal = AbortSignal.timeout(PATIENCE)
  try {
    return { part, isSetUp: true, ...(await Promise.race([check(platform, signal), tooLate(signal)])) }
  } catch {
    return {
      part,
      isSetUp: true,
      isHealthy: false,
      detail: signal.aborted ? 'No answer within 2 seconds' : failures[part],
    }
  }
}

/** A check that times out is abandoned, not canceled. */
const tooLate = (signal: AbortSignal) =>
  new Promise<never>((_resolve, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason as Error), { once: true })
  })
