import { countWords, jobTitle } from '#contract/operations/jobs.ts'
import type { HealthCheck } from '#contract/operations/overview.ts'
import { countOf } from '#contract/quantities.ts'
import { countBusy } from '#server/database/pools.ts'
import { SEALING, type Config } from '#server/platform/config.ts'
import { reasonOf } from '#server/platform/http/logging.ts'
import { oneLine } from '#server/platform/jobs/one-line.ts'
import type { Platform } from '#server/platform/platform.ts'
import { findBackupState, findJobsState, findMailState } from './queries.ts'

export type Finding = Pick<HealthCheck, 'isHealthy' | 'detail'> & Partial<Pick<HealthCheck, 'isSetUp'>>

const MINUTE = 60
const GIGABYTE = 1024 ** 3

export async function checkDatabase({ pools, config }: Platform): Promise<Finding> {
  const asked = performance.now()
  const { rows } = await pools.health.query<{ mode: string }>(`select current_setting('transaction_read_only') as mode`)
  if (rows[0]?.mode === 'on') return { isHealthy: false, detail: 'It is read-only, so nothing can be saved' }
  const milliseconds = Math.max(1, Math.round(performance.now() - asked))
  const busy = countBusy(pools)
  return {
    isHealthy: true,
    detail: `Answers in ${milliseconds} ms, ${busy} of ${config.databasePool} connections busy`,
  }
}

/** Bytes: a release might not fit into less. */
const LEAST_SPACE = GIGABYTE

const NOT_IN_FOLDER =
  'The newest file is not here: all processes must share one DATA_DIR, with the files of a bucket that was used before'
const NOT_IN_BUCKET = 'The newest file is not in the bucket: copy the files from where they were'

const LONGEST_REASON = 200

export async function checkStorage({ objects }: Platform, signal: AbortSignal): Promise<Finding> {
  let free: number | undefined
  let hasNewest: boolean
  try {
    free = await objects.probe(signal)
    hasNewest = await objects.hasNewest()
  } catch (error) {
    if (signal.aborted) throw error
    return {
      isHealthy: false,
      detail: `Files cannot be kept or read: ${oneLine(reasonOf(error).message, LONGEST_REASON)}`,
    }
  }
  if (!hasNewest) return { isHealthy: false, detail: free === undefined ? NOT_IN_BUCKET : NOT_IN_FOLDER }
  if (free === undefined) return { isHealthy: true, detail: 'The bucket answers' }
  return { isHealthy: free >= LEAST_SPACE, detail: `Writable, ${(free / GIGABYTE).toFixed(1)} GB free` }
}

export async function checkScanner({ objects: { scanner } }: Platform, signal: AbortSignal): Promise<Finding> {
  if (!scanner) return { isHealthy: true, isSetUp: false, detail: 'CLAMD_URL is not set' }
  try {
    await scanner.probe(signal)
  } catch (error) {
    if (signal.aborted) throw error
    return { isHealthy: false, detail: `Files cannot be attached: ${oneLine(reasonOf(error).message, LONGEST_REASON)}` }
  }
  return { isHealthy: true, detail: 'ClamAV answers' }
}

/** Seconds that an email may wait while no other is delivered. */
const LONGEST_WAIT = 15 * MINUTE

/** More failures since the last delivery are not the fault of one address. */
const MANY_FAILURES = 3

export async function checkMail({ db, config }: Platform): Promise<Finding> {
  const { waiting, stuckSeconds, failures, lastError } = await findMailState(db)
  const count = `${countOf(waiting, 'email')} waiting`
  if (!config.mail.smtpUrl) {
    return config.demo
      ? { isHealthy: true, detail: 'Emails stay in the outbox of this demo' }
      : { isHealthy: false, detail: `SMTP_URL is not set, so nothing is sent: ${count}` }
  }
  const isHealthy = stuckSeconds <= LONGEST_WAIT && failures < MANY_FAILURES
  const reason = lastError ? `: ${lastError.replace(/^Error: /, '')}` : ''
  const problem = isHealthy ? '' : `, none delivered for ${minutes(stuckSeconds)}${reason}`
  return { isHealthy, detail: `${count}${problem}` }
}

/** Seconds: processes check for jobs at least every half minute. */
const LONGEST_SILENCE = 5 * MINUTE

export async function checkJobs({ db }: Platform): Promise<Finding> {
  const { failed, lateSeconds, silentSeconds, scheduled } = await findJobsState(db)
  const isWorked = silentSeconds !== null && silentSeconds <= LONGEST_SILENCE
  const broken = scheduled.filter(({ hasFailed }) => hasFailed)
  const sentences = [
    !isWorked && 'No process works the jobs',
    lateSeconds > LONGEST_SILENCE && `A job has been due for ${minutes(lateSeconds)}`,
    ...broken.map(({ name }) => `“${jobTitle(name)}” failed`),
    failed > 0 && `${countWords(failed)} failed in 24 hours`,
    latestRun(scheduled),
  ]
  return {
    isHealthy: isWorked && lateSeconds <= LONGEST_SILENCE && broken.length === 0,
    detail: sentences.filter(Boolean).join(' · ') || 'Nothing is due',
  }
}

/** Seconds: one missed night, and the time that a backup takes. */
const LONGEST_WITHOUT_BACKUP = 50 * 60 * MINUTE

export async function checkBackups({ db, config }: Platform): Promise<Finding> {
  if (!config.backup.to) return { isHealthy: true, isSetUp: false, detail: 'BACKUP_TO is not set' }
  const { verifiedSeconds, count } = await findBackupState(db)
  if (verifiedSeconds === null) return { isHealthy: count === 0, detail: 'None verified yet' }
  return {
    isHealthy: verifiedSeconds <= LONGEST_WITHOUT_BACKUP,
    detail: `Last verified: ${minutes(verifiedSeconds)} ago`,
  }
}

/** A warning about missing settings; empty without any. */
export function warningOf({ unset }: Pick<Config, 'unset'>) {
  const shown = unset.filter((name) => name !== SEALING)
  const sentences = [
    shown.length > 0 && `Customers see examples until these are set: ${shown.join(', ')}.`,
    unset.includes(SEALING) && `Secrets in the database are readable until ${SEALING} is set.`,
  ]
  return sentences.filter(Boolean).join(' ')
}

export async function checkSettings({ config }: Platform): Promise<Finding> {
  const warning = warningOf(config)
  if (!warning) return { isHealthy: true, detail: config.demo ? 'Examples of this demo' : 'Complete' }
  return { isHealthy: false, isSetUp: false, detail: warning.replace(/\.$/, '') }
}

type ScheduledJob = { name: string; agoSeconds: number | null }

/** Of scheduled jobs. Admins see the others in the list of jobs. */
function latestRun(scheduled: ScheduledJob[]) {
  const runs = scheduled.flatMap(({ name, agoSeconds }) => (agoSeconds === null ? [] : [{ name, agoSeconds }]))
  const [last] = runs.toSorted((one, other) => one.agoSeconds - other.agoSeconds)
  return last && `“${jobTitle(last.name)}” ran ${minutes(last.agoSeconds)} ago`
}

function minutes(seconds: number) {
  const count = Math.floor(seconds / MINUTE)
  if (count < 1) return 'less than a minute'
  if (count < 120) return `${count} min`
  return `${Math.floor(count / 60)} h`
}
