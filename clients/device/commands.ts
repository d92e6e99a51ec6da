import { readFileSync, writeFileSync } from 'node:fs'
import { makeOfflineRequest } from '#clients/typescript/offline-request.ts'
import type { Computer, Flags } from './computer.ts'
import type { Outcome } from './report.ts'
import { update } from './update.ts'
import { UsageError } from './usage.ts'

type Run = (computer: Computer, flags: Flags) => Promise<Outcome>

function keyOf({ licenseKey }: Computer) {
  if (licenseKey === undefined) throw new UsageError('Say which license: --key XXXXX-XXXXX-XXXXX-XXXXX-XXXXX')
  return licenseKey
}

function fileOf({ file }: Flags, example: string) {
  if (file === undefined) throw new UsageError(`Say which file: --file ${example}`)
  return file
}

export const commands: Record<string, Run> = {
  activate: async (computer) => {
    const { decision } = await computer.licensing.activate(keyOf(computer))
    return { decision }
  },

  enroll: async ({ licensing }, flags) => {
    const key = flags['enrollment-key']
    if (key === undefined) throw new UsageError('Say by which key: --enrollment-key ENR-…')
    const { decision } = await licensing.enroll(key)
    return { decision }
  },

  validate: async (computer) => {
    const { deviceFingerprint } = computer.device
    const { decision } = await computer.client.validate({ licenseKey: keyOf(computer), deviceFingerprint })
    return { decision }
  },

  'check-in': async ({ licensing, deviceToken }) => {
    if (deviceToken() === undefined) throw new UsageError('This device is not activated. Run activate first.')
    const answer = await licensing.checkIn()
    return answer ? { decision: answer.decision } : { status: licensing.status() }
  },

  deactivate: async (computer) => {
    const { client, licensing, deviceToken, device } = computer
    const { decision } =
      deviceToken() === undefined
        ? await client.deactivate({ licenseKey: keyOf(computer), deviceFingerprint: device.deviceFingerprint })
        : await licensing.deactivate()
    return decision ? { decision } : { success: 'This device no longer uses a license.' }
  },

  /** What the license file says, without asking anybody. */
  status: async ({ licensing }) => ({ status: licensing.status() }),

  'offline-request': async (computer, flags) => {
    const file = fileOf(flags, 'request.txt')
    writeFileSync(file, makeOfflineRequest(keyOf(computer), computer.device))
    return { success: `Upload ${file} on the portal’s Offline page, then import the license file it gives.` }
  },

  import: async ({ licensing }, flags) => {
    const verdict = licensing.importFile(readFileSync(fileOf(flags, 'license.lic'), 'utf8'))
    return { status: verdict.valid ? licensing.status() : { mayRun: false, ...verdict } }
  },

  update,
}
