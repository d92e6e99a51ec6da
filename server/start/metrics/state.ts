import { statfs } from 'node:fs/promises'
import { Gauge } from 'prom-client'
import { findBackupState, findJobsState, findMailState } from '#server/operations/public.ts'
import type { Platform } from '#server/platform/platform.ts'
import { findJobStates } from './queries.ts'

type OfJobs = Gauge<'job_name'>
type Part = { gauges: (Gauge | OfJobs)[]; forget: () => void; refresh: () => Promise<void> }

/** `reset` would set a gauge without labels to zero. */
const plain = (gauges: Gauge[], refresh: () => Promise<void>): Part => ({
  gauges,
  forget: () => gauges.forEach((gauge) => gauge.remove()),
  refresh,
})

const gaugeOf = (name: string, help: string) => new Gauge({ name: `latchkey_${name}`, help, registers: [] })
const gaugeOfJobs = (name: string, help: string) =>
  new Gauge({ name: `latchkey_${name}`, help, labelNames: ['job_name'], registers: [] })

/** Gauges of the state that all processes share, and of this computer's disk. Read at each scrape. */
export const createStateGauges = (platform: Platform): Part[] => [
  eachJob(platform),
  queue(platform),
  mail(platform),
  backup(platform),
  disk(platform),
]

function eachJob({ db, jobs }: Platform): Part {
  const waiting = gaugeOfJobs('jobs_waiting', 'Background jobs that wait')
  const oldest = gaugeOfJobs('jobs_oldest_due_seconds', 'Time since the first waiting job was due')
  const failed = gaugeOfJobs('jobs_failed', 'Jobs that failed for good in 7 days, not retried or done since')
  const last = gaugeOfJobs('job_last_completed_timestamp_seconds', 'Unix time of the last completed run')
  const gauges = [waiting, oldest, failed, last]
  const refresh = async () => {
    const states = await findJobStates(db, Object.keys(jobs.table))
    for (const { name, ...state } of states) {
      const labels = { job_name: name }
      waiting.set(labels, state.waiting)
      oldest.set(labels, state.oldestSeconds)
      failed.set(labels, state.failed)
      if (state.lastCompleted !== null) last.set(labels, state.lastCompleted)
    }
  }
  return { gauges, forget: () => gauges.forEach((gauge) => gauge.reset()), refresh }
}

function queue({ db }: Platform): Part {
  const silence = gaugeOf('job_queue_silent_seconds', 'Time since any process last looked for scheduled jobs')
  const refresh = async () => {
    const { silentSeconds } = await findJobsState(db)
    if (silentSeconds !== null) silence.set(silentSeconds)
  }
  return plain([silence], refresh)
}

function mail({ db }: Platform): Part {
  const waiting = gaugeOf('emails_waiting', 'Emails of the last 3 days that are not sent')
  const failing = gaugeOf('emails_failing', 'Emails that failed since one was last delivered')
  const stuck = gaugeOf('emails_stuck_seconds', 'Longest wait of an email since one was last delivered')
  const refresh = async () => {
    const state = await findMailState(db)
    waiting.set(state.waiting)
    failing.set(state.failures)
    stuck.set(state.stuckSeconds)
  }
  return plain([waiting, failing, stuck], refresh)
}

function backup({ db }: Platform): Part {
  const age = gaugeOf('backup_age_seconds', 'Time since the newest verified backup was saved')
  const refresh = async () => {
    const { verifiedSeconds } = await findBackupState(db)
    if (verifiedSeconds !== null) age.set(verifiedSeconds)
  }
  return plain([age], refresh)
}

/** Without DATA_DIR, as with files in S3, there is nothing to tell. */
function disk({ config }: Platform): Part {
  const free = gaugeOf('data_disk_free_bytes', 'Free space on the disk of DATA_DIR')
  const size = gaugeOf('data_disk_size_bytes', 'Size of the disk of DATA_DIR')
  const refresh = async () => {
    const { bavail, blocks, bsize } = await statfs(config.dataDirectory)
    free.set(bavail * bsize)
    size.set(blocks * bsize)
  }
  return plain([free, size], refresh)
}
