import type { Readable } from 'node:stream'
import { unavailable } from '#server/platform/http/errors.ts'
import type { Content } from './kinds/content.ts'

/** Bytes, both included. */
export type Range = { start: number; end: number }

/** Where the bytes are. A key is a flat name made by the server. */
export type Storage = {
  /** Expects a file of so many bytes. Where the sender PUTs it, if that is not our own address. */
  uploadUrl: (key: string, content: Content, size: number) => Promise<string | undefined>
  /** Makes what was sent final: nothing that the upload URL still takes can change it. False if nothing was sent. */
  seal: (key: string) => Promise<boolean>
  has: (key: string) => Promise<boolean>
  /** Keeps what the server made itself. One that is there already stays: it is the same. */
  write: (key: string, bytes: Buffer) => Promise<void>
  /** 404 without such a file, 503 when the storage does not answer. */
  read: (key: string, range?: Range) => Promise<Readable>
  /** Removes what there is; nothing there is fine. */
  remove: (key: string) => Promise<void>
  /** Fails unless files can be kept now. Answers how many bytes there is room for; undefined where nobody counts. */
  probe: (signal: AbortSignal) => Promise<number | undefined>
  /** Removes what interrupted uploads left behind a day ago. */
  removeRemains: () => Promise<void>
}

const DOWN = 'File storage does not answer. Please try again in a moment.'

/** Says 503; the log learns why. */
export const storageDown = (cause: unknown) => Object.assign(unavailable(DOWN, 5), { cause })
