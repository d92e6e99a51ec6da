import { until } from '#server/testing/platform/server-process.ts'

export const answers = (url: string, seconds: number) =>
  until(async () => (await fetch(url)).status === 200, { what: `${url} answers 200`, seconds })

/** Seconds. */
export async function timed(work: () => Promise<unknown>) {
  const started = performance.now()
  await work()
  return (performance.now() - started) / 1000
}
