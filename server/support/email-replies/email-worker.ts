import { parentPort, workerData } from 'node:worker_threads'
import type { MailSender } from './answer-text.ts'
import { parseEmail } from './parse-email.ts'

const { source, sender } = workerData as { source: Uint8Array; sender: MailSender }
const email = await parseEmail(source, sender)
parentPort?.postMessage(email, email ? email.files.map(({ content }) => content.buffer) : [])
