import { app, type Person } from '#server/testing/testing.ts'

const address = await app.listen({ port: 0, host: '127.0.0.1' })

export type Listener = Pick<Person, 'cookie'>

export const requestEvents = ({ cookie = '' }: Listener, path: string, base = address) =>
  fetch(`${base}${path}`, { headers: { cookie } })

/** The stream as the browser has it: each event by its name, a heartbeat as 'beat', the end as 'end'. */
export async function listenTo(listener: Listener, path: string, base?: string) {
  const { body, status, headers } = await requestEvents(listener, path, base)
  if (status !== 200 || !body) throw new Error(`Refused with ${status}`)
  const reader = body.pipeThrough(new TextDecoderStream()).getReader()
  let text = ''
  const next = async (): Promise<string> => {
    const end = text.indexOf('\n\n')
    if (end >= 0) {
      const block = text.slice(0, end)
      text = text.slice(end + 2)
      return nameOf(block) ?? next()
    }
    const { done, value } = await reader.read()
    if (done) return 'end'
    text += value
    return next()
  }
  return { headers, next, close: () => reader.cancel() }
}

function nameOf(block: string) {
  if (block === ':') return 'beat'
  return /^event: (.*)$/m.exec(block)?.[1]
}
