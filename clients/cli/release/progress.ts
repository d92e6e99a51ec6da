import { sizeOf } from '#clients/cli/output.ts'

type Stream = { isTTY?: boolean; write: (text: string) => unknown }

/** On a terminal one line that changes, otherwise a line for each 10%. */
export function createProgress(stream: Stream, name: string, total: number) {
  const step = stream.isTTY ? 1 : 10
  let shown = -1
  const write = (text: string) => stream.write(stream.isTTY ? `\r\u001b[K${text}` : `${text}\n`)
  return {
    show: (bytes: number) => {
      const percent = Math.floor((bytes / total) * 100)
      const reached = percent - (percent % step)
      if (reached === shown) return
      shown = reached
      write(`Uploading ${name}: ${reached}% of ${sizeOf(total)}`)
    },
    note: (text: string) => {
      shown = -1
      write(stream.isTTY ? `${text}\n` : text)
    },
    end: () => stream.isTTY && stream.write('\n'),
  }
}
