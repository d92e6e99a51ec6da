import type { JobResult } from 'pg-boss'
import { reasonOf, type Report } from '#server/platform/http/logging.ts'
import { countRun } from './job-metrics.ts'
import { oneLine } from './one-line.ts'

export type JobHandler = (data: Record<string, unknown>) => Promise<void>

export type GivenJob = { id: string; data: Record<string, unknown> }

type Options = {
  onError: Report
  /** Called when runs start or end. Their results are written shortly after. */
  onChange: () => void
}

/** `seconds` is the longest time of a run. */
export type Work = { name: string; handle: JobHandler; seconds: number }

/** Tracks this process's runs. Each job of a batch ends on its own, so that one failure or timeout does not repeat the others. */
export function createRuns({ onError, onChange }: Options) {
  const leaving = new AbortController()
  let running = 0

  async function runAll(batch: GivenJob[], { name, handle, seconds }: Work): Promise<JobResult[]> {
    const report = (error: Error) => onError(error, { job: name })
    const startedAt = performance.now()
    const finish = async (job: GivenJob) => {
      const result = await outcomeOf(job, Promise.race([handle(job.data), limit.passed]), report)
      countRun(name, result.status, startedAt)
      return result
    }
    const limit = limitOf(seconds, leaving.signal)
    running += batch.length
    onChange()
    try {
      return await Promise.all(batch.map(finish))
    } finally {
      limit.clear()
      running -= batch.length
      onChange()
    }
  }
  return {
    runAll,
    count: () => running,
    /** Returns running jobs to the queue, which retries them elsewhere. */
    giveBack: () => leaving.abort(),
  }
}

type Outcome = JobResult & { status: 'completed' | 'failed' }

async function outcomeOf({ id }: GivenJob, run: Promise<void>, onError: (error: Error) => void): Promise<Outcome> {
  try {
    await run
    return { id, status: 'completed' }
  } catch (error) {
    const failure = error instanceof Error ? error : new Error(String(error))
    onError(failure)
    return { id, status: 'failed', output: { message: lineOf(failure) } }
  }
}

/** Rejects at the time limit or when the process stops. A run cannot be aborted, only abandoned. */
function limitOf(seconds: number, leaving: AbortSignal) {
  const { promise: passed, reject } = Promise.withResolvers<never>()
  const timer = setTimeout(() => reject(new Error(`It took longer than ${seconds} seconds`)), seconds * 1000)
  const leave = () => reject(new Error('The server stopped before it was done'))
  leaving.addEventListener('abort', leave)
  if (leaving.aborted) leave()
  // Prevents an unhandled rejection.
  passed.catch(() => undefined)
  const clear = () => {
    clearTimeout(timer)
    leaving.removeEventListener('abort', leave)
  }
  return { passed, clear }
}

const LONGEST_REASON = 300

function lineOf(failure: Error) {
  const { type, message } = reasonOf(failure)
  return oneLine(message.split('\n')[0] ?? '', LONGEST_REASON) || type
}
