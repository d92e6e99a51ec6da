import type { preSerializationHookHandler } from 'fastify'
import { Counter, type Metric } from 'prom-client'
import { DecisionCode } from '#contract/licensing/devices.ts'

const decisions = new Counter({
  name: 'latchkey_device_decisions_total',
  help: 'Decisions that this process gave to devices, by code',
  labelNames: ['code'],
  registers: [],
})
const checkIns = new Counter({
  name: 'latchkey_device_check_ins_total',
  help: 'Check-ins of devices that this process recorded or lost',
  labelNames: ['result'],
  registers: [],
})
for (const code of DecisionCode.options) decisions.inc({ code }, 0)
for (const result of ['written', 'lost']) checkIns.inc({ result }, 0)

export const deviceMetrics: Metric<string>[] = [decisions, checkIns]

export const countCheckIns = (result: 'written' | 'lost', count: number) => checkIns.inc({ result }, count)

/** Refusals and errors are decisions, too. A device that hung up in the middle of its request has none. */
export const countDecision: preSerializationHookHandler = (request, _reply, payload, done) => {
  const code = payload && typeof payload === 'object' && 'code' in payload ? payload.code : undefined
  if (typeof code === 'string' && !request.raw.readableAborted) decisions.inc({ code })
  done(null, payload)
}
