import type { Readable } from 'node:stream'
import { unavailable } from '#server/platform/http/errors.ts'
import type { Content } from './kinds/content.ts'

/** Bytes, both inclusive. */
export type Range = { start: number; end: number }

/** Stores bytes under flat keys chosen by the server. */
export type Storage = {
  /** Prepares an upload of `size` bytes. Returns its URL, unless it goes to the portal. */
  uploadUrl: (key: string, content: Content, size: number) => Promise<string | undefined>
  /** Finalizes an upload, so that its URL can no longer change it. False if nothing was sent. */
  seal: (key: string) => Promise<boolean>
  has: (key: string) => Promise<boolean>
  /** Stores bytes of the server. An existing file stays, because it is the same. */
  write: (key: string, bytes: Buffer) => Promise<void>
  /** Stores a file of a backup, in place of one that is there. */
  restore: (key: string, body: Readable) => Promise<void>
  /** 404 if the file is missing, 503 if the storage does not answer. */
  read: (key: string, range?: Range) => Promise<Readable>
  remove: (key: string) => Promise<void>
  /** Fails unless files can be stored now. Returns the free bytes, or undefined if unknown. */
  probe: (signal: AbortSignal) => Promise<number | undefined>
  removeRemains: () => Promise<void>
}

const DOWN = 'File storage does not answer. Please try again in a moment.'

/** Answers 503 and logs the cause. */
export const storageDown = (cause: unknown) => Object.assign(unavailable(DOWN, 5), { cause })

/** Storage that stops in the middle of a file is down, too. */
export async function* untilDown(bytes: Readable): AsyncGenerator<Buffer> {
  try {
    yield* bytes as AsyncIterable<Buffer>
  } catch (error) {
    throw storageDown(error)
  }
}
