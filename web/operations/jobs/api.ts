import { useQuery } from '@tanstack/react-query'
import { dashboard } from '#contract/operations/dashboard.ts'
import { countWords, jobs, jobTitle } from '#contract/operations/jobs.ts'
import { overview } from '#contract/operations/overview.ts'
import { readOptions, useWrite } from '#web/app/api/data.ts'
import { useLive } from '#web/app/api/live.ts'
import { refetch } from '#web/app/api/query-client.ts'

const options = { ...readOptions(jobs.read), staleTime: 0 }

/** Refetched on every mount, and when jobs start or end. */
export function useJobs() {
  useLive(jobs.events.url, readInTurn)
  return useQuery(options)
}

let reading = Promise.resolve()
let isAsked = false

/** Does not restart a running request: on a slow line a busy queue would prevent any answer. */
function readInTurn() {
  if (isAsked) return
  isAsked = true
  reading = reading.then(() => {
    isAsked = false
    return refetch({ queryKey: options.queryKey, exact: true })
  })
}

const refresh = [jobs.read, overview.read, dashboard.read]

export const useRunJob = () =>
  useWrite(jobs.run, {
    success: (_done, { params: { name } }) => `“${jobTitle(name)}” has started`,
    failure: 'The job could not be started',
    refresh,
  })

export const useRetryJob = () =>
  useWrite(jobs.retry, { success: 'The job is tried again', failure: 'The job could not be tried again', refresh })

export const useDiscardJob = () =>
  useWrite(jobs.discard, { success: 'The job was discarded', failure: 'The job could not be discarded', refresh })

/** Never cached: it changes while jobs fail. */
export const useRetryPreview = (name: string | undefined) =>
  useQuery({ ...readOptions(jobs.previewRetry, { query: { name } }), gcTime: 0, refetchOnWindowFocus: false })

export const useRetryAll = () =>
  useWrite(jobs.retryAll, {
    success: ({ retried }) => (retried === 1 ? '1 job is tried again' : `${countWords(retried)} jobs are tried again`),
    failure: 'The jobs could not be tried again',
    refresh,
  })
