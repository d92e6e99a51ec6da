import { Counter } from 'prom-client'

export const attempts = new Counter({
  name: 'latchkey_email_attempts_total',
  help: 'Attempts of this process to send an email, by result',
  labelNames: ['result'],
  registers: [],
})
for (const result of ['sent', 'failed']) attempts.inc({ result }, 0)

export const received = new Counter({
  name: 'latchkey_emails_received_total',
  help: 'Emails that mail servers handed to this process, by result',
  labelNames: ['result'],
  registers: [],
})
for (const result of ['written', 'repeated', 'automatic', 'refused', 'deferred']) received.inc({ result }, 0)

export const mailMetrics = [attempts, received]
