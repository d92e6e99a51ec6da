import type { Socket } from 'node:net'
import { onTestFinished } from 'vitest'
import { createObjects } from '#server/platform/storage/objects.ts'
import { config, platform } from '#server/testing/testing.ts'
import { openScanner, openServer, type Judge } from './clamd.ts'

const secret = await platform.secrets.open('upload-links')

/** The files of the portal, with this scanner. */
export const scannedBy = (clamdUrl: string) => createObjects({ ...platform, config: { ...config, clamdUrl }, secret })

/** For the length of the test. Returns its address. */
export const startScanner = (judge: Judge) => forTheTest(openScanner(judge))

export const startServer = (answer: (socket: Socket) => void) => forTheTest(openServer(answer))

async function forTheTest(opening: ReturnType<typeof openServer>) {
  const { address, close } = await opening
  onTestFinished(close)
  return address
}
