import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import { badRequest } from '#server/platform/http/errors.ts'
import type { MailSender } from './answer-text.ts'
import type { ReceivedEmail } from './parse-email.ts'

/** Milliseconds for the largest email on a busy computer. */
const PATIENCE = 20_000

const MOST_MEGABYTES = 256

/** In a thread, because a large email would delay all requests. 400 if it can't be read. Takes the bytes away. */
export async function readEmail(source: Uint8Array<ArrayBuffer>, sender: MailSender): Promise<ReceivedEmail> {
  const worker = new Worker(new URL('email-worker.ts', import.meta.url), {
    workerData: { source, sender },
    transferList: [source.buffer],
    resourceLimits: { maxOldGenerationSizeMb: MOST_MEGABYTES },
  })
  // Without one, an error after the answer would end the process.
  worker.on('error', () => {})
  try {
    const [email] = await once(worker, 'message', { signal: AbortSignal.timeout(PATIENCE) }).catch(giveUp)
    if (!email) throw badRequest('This email can’t be read. Send it as plain text, or answer in the portal.')
    return email as ReceivedEmail
  } finally {
    await worker.terminate()
  }
}

/** Other failures are ours, and the mail server tries again. */
function giveUp(error: NodeJS.ErrnoException): [undefined] {
  if (error.code === 'ERR_WORKER_OUT_OF_MEMORY') return [undefined]
  throw error
}
