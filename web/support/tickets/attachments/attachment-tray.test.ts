import { expect, test } from 'vitest'
import { ApiError } from '#web/app/api/api-error.ts'
import { createTray, type Send } from './attachment-tray.ts'

const log = (name = 'portal.log') => new File(['line'], name)

/** A server that takes its time: each upload ends when the test says so. */
function slowServer() {
  const uploads: { name: string; arrive: () => void; refuse: (error: Error) => void; signal: AbortSignal }[] = []
  const send: Send = ({ file, signal }) =>
    new Promise((resolve, reject) => {
      signal.addEventListener('abort', () => reject(signal.reason))
      uploads.push({ name: file.name, arrive: () => resolve(`/put/${file.name}`), refuse: reject, signal })
    })
  return { send, uploads }
}

const refused = { errors: { attachments: 'Remove the files that failed to upload, or retry them.' } }

test('sending the form waits for what is on its way, and gives the files in their order', async () => {
  const { send, uploads } = slowServer()
  const tray = createTray(send)
  tray.add([log('a.log'), log('b.log')])
  const given = tray.finish()
  uploads[1]?.arrive()
  uploads[0]?.arrive()
  expect(await given).toEqual([
    { url: '/put/a.log', fileName: 'a.log' },
    { url: '/put/b.log', fileName: 'b.log' },
  ])
  expect(tray.read().files.every(({ isSent }) => isSent)).toBe(true)
})

test('a removed file is stopped and not given, also while the form waits for it', async () => {
  const { send, uploads } = slowServer()
  const tray = createTray(send)
  tray.add([log('a.log'), log('b.log')])
  const given = tray.finish()
  uploads[0]?.arrive()
  const [, second] = tray.read().files
  if (second) tray.remove(second)
  expect(await given).toEqual([{ url: '/put/a.log', fileName: 'a.log' }])
  expect(uploads[1]?.signal.aborted).toBe(true)
})

test('a file that failed keeps the form from being sent until it is tried again', async () => {
  const { send, uploads } = slowServer()
  const tray = createTray(send)
  tray.add([log()])
  uploads[0]?.refuse(new TypeError('Connection lost.'))
  await expect(tray.finish()).rejects.toEqual(refused)
  const [failed] = tray.read().files
  expect(failed).toMatchObject({ problem: 'Connection lost.', canRetry: true })
  if (failed) tray.retry(failed)
  expect(tray.read().files[0]).toMatchObject({ problem: undefined })
  uploads[1]?.arrive()
  expect(await tray.finish()).toHaveLength(1)
})

test('shows the server’s reason for a file of another kind, without a retry', async () => {
  const { send, uploads } = slowServer()
  const tray = createTray(send)
  tray.add([log()])
  uploads[0]?.refuse(new ApiError(415, '{"message":"That is no text."}'))
  await expect(tray.finish()).rejects.toEqual(refused)
  expect(tray.read().files[0]).toMatchObject({ problem: 'That is no text.', canRetry: false })
})

test('a file of a wrong kind is never sent, and takes no place of the five', async () => {
  const { send, uploads } = slowServer()
  const tray = createTray(send)
  const fit = ['1', '2', '3', '4', '5', '6'].map((name) => log(`${name}.log`))
  tray.add([log('setup.exe'), ...fit])
  expect(uploads.map(({ name }) => name)).toEqual(['1.log', '2.log', '3.log', '4.log', '5.log'])
  expect(tray.read().notice).toContain('Left out: 6.log')
  uploads.forEach(({ arrive }) => arrive())
  await expect(tray.finish()).rejects.toEqual(refused)
  const [wrong] = tray.read().files
  if (wrong) tray.remove(wrong)
  expect(await tray.finish()).toHaveLength(5)
  expect(tray.read().notice).toBe('')
})

test('sends nothing when the form is closed during an upload, not even the text without its files', async () => {
  const { send } = slowServer()
  const tray = createTray(send)
  tray.add([log()])
  const given = tray.finish()
  tray.clear()
  await expect(given).rejects.toEqual(refused)
  expect(await tray.finish()).toEqual([])
})

test('a file that is added while its message is on its way stays for the next one', async () => {
  const { send, uploads } = slowServer()
  const tray = createTray(send)
  tray.add([log('a.log')])
  const given = tray.finish()
  uploads[0]?.arrive()
  await given
  tray.add([log('b.log')])
  tray.removeGiven()
  expect(tray.read().files.map(({ file }) => file.name)).toEqual(['b.log'])
  const next = tray.finish()
  uploads[1]?.arrive()
  expect(await next).toEqual([{ url: '/put/b.log', fileName: 'b.log' }])
})

test('files that the refusal of the message names say why, and are no longer given', async () => {
  const { send, uploads } = slowServer()
  const tray = createTray(send)
  tray.add([log('a.log'), log('b.log'), log('c.log')])
  uploads.forEach(({ arrive }) => arrive())
  await tray.finish()
  const [removed] = tray.read().files
  if (removed) tray.remove(removed)
  const refusal = (status: number, body: object) => new ApiError(status, JSON.stringify(body))
  const malware = refusal(400, {
    message: 'No',
    code: 'MALWARE',
    errors: { 'attachments.1': 'b.log contains malware.' },
  })
  expect(() => tray.showRefused(malware)).toThrow(malware)
  const [infected, clean] = tray.read().files
  expect(infected).toMatchObject({ problem: 'b.log contains malware.', isSent: false, canRetry: false })
  expect(clean).toMatchObject({ problem: undefined, isSent: true })
  await expect(tray.finish()).rejects.toEqual(refused)
  if (infected) tray.remove(infected)
  expect(await tray.finish()).toEqual([{ url: '/put/c.log', fileName: 'c.log' }])

  const inUse = refusal(409, { message: 'No', errors: { 'attachments.0': 'In use.' } })
  expect(() => tray.showRefused(inUse)).toThrow(inUse)
  expect(tray.read().files).toMatchObject([{ problem: 'In use.', canRetry: true }])
})

test('an emptied tray stops everything', () => {
  const { send, uploads } = slowServer()
  const tray = createTray(send)
  tray.add([log(), log()])
  tray.clear()
  expect(uploads.every(({ signal }) => signal.aborted)).toBe(true)
  expect(tray.read().files).toEqual([])
})

test('a file that is chosen again is attached once, and again after its upload failed or its message was sent', async () => {
  const { send, uploads } = slowServer()
  const tray = createTray(send)
  const file = log()
  tray.add([file])
  tray.add([file, log('b.log')])
  expect(tray.read().files.map(({ file: { name } }) => name)).toEqual(['portal.log', 'b.log'])
  expect(tray.read().notice).toBe('Already attached: portal.log')
  expect(uploads).toHaveLength(2)

  const [failing] = tray.read().files
  uploads[0]?.refuse(new TypeError('Connection lost.'))
  await expect.poll(() => tray.read().files[0]?.problem).toBe('Connection lost.')
  tray.add([file])
  expect(uploads).toHaveLength(3)
  if (failing) tray.remove(failing)
  uploads[1]?.arrive()
  uploads[2]?.arrive()
  await tray.finish()
  tray.add([file])
  tray.removeGiven()
  expect(tray.read().files.map(({ file: { name } }) => name)).toEqual(['portal.log'])
})
