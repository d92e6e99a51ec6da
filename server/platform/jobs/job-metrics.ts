import { Counter, Histogram, type Metric } from 'prom-client'

/** Runs that ended in this process. A retry is another run. */
const runs = new Counter({
  name: 'latchkey_job_runs_total',
  help: 'Runs of background jobs that ended in this process, by result',
  labelNames: ['job_name', 'result'],
  registers: [],
})
const seconds = new Histogram({
  name: 'latchkey_job_run_duration_seconds',
  help: 'Duration of runs of background jobs',
  labelNames: ['job_name'],
  buckets: [0.01, 0.1, 1, 10, 60, 600, 3600],
  registers: [],
})

export const jobMetrics: Metric<string>[] = [runs, seconds]

export function countRun(name: string, result: 'completed' | 'failed', startedAt: number) {
  runs.inc({ job_name: name, result })
  seconds.observe({ job_name: name }, (performance.now() - startedAt) / 1000)
}

/** A rate needs a zero before the first one. */
export function startCounting(names: string[]) {
  for (const name of names) for (const result of ['completed', 'failed']) runs.inc({ job_name: name, result }, 0)
}
