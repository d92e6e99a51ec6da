import { countOf, formatSize } from '#contract/quantities.ts'

/** Milliseconds between two lines. */
const PACE = 10_000

type Kind = 'tables' | 'files'

export type Progress = {
  expect: (kind: Kind, count: number) => void
  /** Passes the chunks of a table or file on. */
  watch: (kind: Kind, chunks: AsyncIterable<Buffer>) => AsyncIterable<Buffer>
  /** Unless the work was short until now. */
  announce: (sentence: string) => void
}

type Options = { say?: ((line: string) => void) | undefined; pace?: number }

/** Says from time to time how much is done: on a terminal only, because scripts and the nightly job read the lines of a command. */
export function createProgress(
  verb: 'Saved' | 'Restored',
  { say = process.stderr.isTTY ? (line) => console.error(line) : undefined, pace = PACE }: Options = {},
): Progress {
  const done = { tables: 0, files: 0 }
  const expected: Partial<Record<Kind, number>> = {}
  let bytes = 0
  const startedAt = performance.now()
  let saidAt = startedAt
  const sayDone = () => {
    if (performance.now() - saidAt < pace) return
    saidAt = performance.now()
    say?.(`${verb} ${counted('tables', 'table')}, ${counted('files', 'file')}, ${formatSize(bytes)} so far.`)
  }
  const counted = (kind: Kind, one: string) =>
    expected[kind] === undefined ? countOf(done[kind], one) : `${done[kind]} of ${countOf(expected[kind], one)}`
  return {
    expect: (kind, count) => void (expected[kind] = count),
    async *watch(kind, chunks) {
      for await (const chunk of chunks) {
        yield chunk
        bytes += chunk.length
        sayDone()
      }
      done[kind] += 1
    },
    announce: (sentence) => void (saidAt > startedAt && say?.(sentence)),
  }
}

export const SILENT = createProgress('Saved', { say: () => {} })
