import { useQuery } from '@tanstack/react-query'
import { inWords } from '#contract/audit.ts'
import { dashboard } from '#contract/dashboard.ts'
import { jobs } from '#contract/jobs.ts'
import { overview } from '#contract/overview.ts'
import { readOptions, useWrite } from '#web/app/data.ts'

/** Milliseconds: a job that was started or tried again ends while somebody watches. */
const WATCHED = 4000

export const useJobs = () => useQuery({ ...readOptions(jobs.read), staleTime: 0, refetchInterval: WATCHED })

/** Health and alerts tell of jobs, too. */
const refresh = [jobs.read, overview.read, dashboard.read]

export const useRunJob = () =>
  useWrite(jobs.run, {
    success: (_done, { params: { name } }) => `${inWords(name)} is on its way`,
    failure: 'The job could not be started',
    refresh,
  })

export const useRetryJob = () =>
  useWrite(jobs.retry, { success: 'The job is tried again', failure: 'The job could not be tried again', refresh })
