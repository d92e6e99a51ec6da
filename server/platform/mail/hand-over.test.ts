import { once } from 'node:events'
import { createServer, type AddressInfo } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { jobTable } from '#server/start/job-table.ts'
import { handOver, openTransport, PATIENCE } from './hand-over.ts'

const ANSWERS = ['220 ready', '250 hello', '250 sender', '250 recipient', '354 send it']

/** A mail server that reads what it is sent, and says nothing more after so many answers. */
async function openSilent(answers: number) {
  const server = createServer((socket) => {
    const left = ANSWERS.slice(0, answers)
    const answer = () => socket.write(left.length > 0 ? `${left.shift()}\r\n` : '')
    answer()
    socket.on('data', answer).on('error', () => {})
  }).listen(0, '127.0.0.1')
  onTestFinished(() => void server.close())
  await once(server, 'listening')
  return (server.address() as AddressInfo).port
}

async function send(port: number, patience: { step: number; verdict: number; all: number }) {
  const transport = await openTransport(`smtp://127.0.0.1:${port}`, patience)
  await handOver(transport, { from: 'no-reply@vendor.example', to: 'ann@acme.example', text: 'Hello' }, patience)
}

test.each([1, 2, 3, 4])('a mail server that falls silent after %i answers is left soon', async (answers) => {
  const sending = send(await openSilent(answers), { step: 300, verdict: 20_000, all: 20_000 })
  await expect(sending).rejects.toThrow('The mail server did not ask for the email within 0.3 seconds')
})

test('a mail server that has the email is left when its time to check it is over', async () => {
  const sending = send(await openSilent(5), { step: 300, verdict: 900, all: 20_000 })
  await expect(sending).rejects.toThrow('The mail server did not say whether it accepts the email within 0.9 seconds')
})

test('an email is not handed over for longer than its job may run', async () => {
  expect(PATIENCE.all / 1000).toBeLessThan(jobTable['send-mail'].expires - 10)
  const sending = send(await openSilent(5), { step: 300, verdict: 20_000, all: 900 })
  await expect(sending).rejects.toThrow('The mail server did not take the email within 0.9 seconds')
})
