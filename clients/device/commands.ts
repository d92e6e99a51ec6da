import { readFileSync, writeFileSync } from 'node:fs'
import type { Answer } from '#clients/typescript/answers.ts'
import type { KeySource } from '#clients/typescript/client.ts'
import { MESSAGES } from '#clients/typescript/messages.ts'
import type { Computer, Flags } from './computer.ts'
import type { Outcome } from './report.ts'
import { update } from './update.ts'
import { UsageError } from './usage.ts'

type Run = (computer: Computer, flags: Flags) => Promise<Outcome>

function keyOf({ licenseKey }: Computer) {
  if (licenseKey === undefined) throw new UsageError('License key missing. Pass --key XXXXX-XXXXX-XXXXX-XXXXX-XXXXX.')
  return licenseKey
}

function fileOf({ file }: Flags, example: string) {
  if (file === undefined) throw new UsageError(`File name missing. Pass --file ${example}.`)
  return file
}

function reasonOf({ reason }: Flags): KeySource | undefined {
  if (reason === undefined || reason === 'typed' || reason === 'stored') return reason
  throw new UsageError(
    'Invalid reason. Pass --reason typed (a user entered the key) or --reason stored (a script did).',
  )
}

/** `>` of PowerShell writes UTF-16, with its byte order mark. */
function readText(file: string) {
  const bytes = readFileSync(file)
  const mark = bytes.subarray(0, 2).toString('hex')
  return new TextDecoder(mark === 'fffe' ? 'utf-16le' : mark === 'feff' ? 'utf-16be' : 'utf-8').decode(bytes)
}

const outcomeOf = ({ decision, error }: Answer): Outcome => ({ decision, error })

export const commands: Record<string, Run> = {
  activate: async (computer, flags) => outcomeOf(await computer.licensing.activate(keyOf(computer), reasonOf(flags))),

  enroll: async ({ licensing }, flags) => {
    const key = flags['enrollment-key']
    if (key === undefined) throw new UsageError('Enrollment key missing. Pass --enrollment-key ENR-….')
    return outcomeOf(await licensing.enroll(key, reasonOf(flags)))
  },

  transfer: async ({ licensing }) => outcomeOf(await licensing.moveToThisHardware()),

  validate: async (computer) => {
    const { deviceFingerprint } = computer.device
    return outcomeOf(await computer.client.validate({ licenseKey: keyOf(computer), deviceFingerprint }))
  },

  'check-in': async ({ licensing, deviceToken }) => {
    if (deviceToken() === undefined) throw new UsageError('This device isn’t activated. Run activate first.')
    const answer = await licensing.checkIn()
    return answer ? outcomeOf(answer) : { status: licensing.status() }
  },

  deactivate: async (computer) => {
    const { client, licensing, deviceToken, device } = computer
    const { decision, error } =
      deviceToken() === undefined
        ? await client.deactivate({ licenseKey: keyOf(computer), deviceFingerprint: device.deviceFingerprint })
        : await licensing.deactivate()
    return decision ? { decision, error } : { success: 'This device no longer uses a license.' }
  },

  status: async ({ licensing }) => ({ status: licensing.status() }),

  'offline-request': async (computer, flags) => {
    const file = fileOf(flags, 'request.txt')
    writeFileSync(file, computer.licensing.offlineRequest(keyOf(computer)))
    return { success: `Upload ${file} on the portal’s Offline page, then import the license file.` }
  },

  import: async ({ licensing }, flags) => {
    const { valid, code, file } = licensing.importFile(readText(fileOf(flags, 'license.lic')))
    const refusal = { mayRun: false, code, detail: MESSAGES[code], warnings: [], file, update: null, features: [] }
    return { status: valid ? licensing.status() : refusal }
  },

  update,
}
