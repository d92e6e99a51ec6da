/** Runs commands from standard input. Usage: session.ts FOLDER SERVER FINGERPRINT KEYS */
import { createInterface } from 'node:readline'
import { createDeviceClient } from '#clients/typescript/client.ts'
import { createFileStore } from '#clients/typescript/file-store.ts'
import type { TrustedKeys } from '#clients/typescript/license-file.ts'
import { createLicensing } from '#clients/typescript/licensing.ts'

const [folder = '', server = '', deviceFingerprint = '', keys = '{}'] = process.argv.slice(2)
const licensing = createLicensing({
  client: createDeviceClient({ server }),
  store: createFileStore(folder),
  device: { deviceFingerprint, deviceName: 'TERMINAL-1', deviceOs: 'Windows Server' },
  keys: JSON.parse(keys) as TrustedKeys,
})

const commands: Record<string, (argument: string) => Promise<unknown>> = {
  activate: (key) => licensing.activate(key),
  checkIn: () => licensing.checkIn(),
  deactivate: () => licensing.deactivate(),
  move: () => licensing.moveToThisHardware(),
  tick: () => licensing.tick(),
}

for await (const line of createInterface({ input: process.stdin })) {
  const [command = '', argument = ''] = line.split(' ')
  await commands[command]?.(argument)
  const { mayRun, code, warnings } = licensing.status()
  process.stdout.write(`${JSON.stringify({ mayRun, code, warnings: warnings.map((warning) => warning.code) })}\n`)
}
