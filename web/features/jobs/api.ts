import { useQuery } from '@tanstack/react-query'
import { inWords } from '#contract/audit.ts'
import { dashboard } from '#contract/dashboard.ts'
import { jobs } from '#contract/jobs.ts'
import { overview } from '#contract/overview.ts'
import { readOptions, useWrite } from '#web/app/data.ts'
import { useLive } from '#web/app/live.ts'
import { readAgain } from '#web/app/query-client.ts'

/** Read whenever it is opened, and again as jobs begin and end. */
export function useJobs() {
  const options = readOptions(jobs.read)
  useLive(jobs.events.url, () => void readAgain({ queryKey: options.queryKey, exact: true }))
  return useQuery({ ...options, staleTime: 0 })
}

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
