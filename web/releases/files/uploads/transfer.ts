import * as z from 'zod/mini'
import { applicationTypeOf } from '#contract/releases/file-names.ts'
import { UploadProgress, contentRange, uploads } from '#contract/releases/uploads.ts'
import { ApiError, isConflict } from '#web/app/api/api-error.ts'
import { call, get, type Answer } from '#web/app/api/call.ts'
import { isSameFile, putFile, uploadAddress } from '#web/app/api/upload.ts'

type Attempt = { signal: AbortSignal; onProgress: (sent: number) => void }

export type Transfer = ReturnType<typeof createTransfer>

/** Uploads a file. Each attempt continues where the last one stopped and returns the URL. */
export function createTransfer(file: File, fileName: string) {
  let ticket: Answer<typeof uploads.request> | undefined
  let hasBegun = false

  /** Bytes the server has already. */
  const findStart = async ({ uploadURL, resumes }: NonNullable<typeof ticket>) => {
    if (!hasBegun || !resumes) return 0
    const { received, isComplete } = z.parse(UploadProgress, await get(uploadAddress(uploadURL)))
    return isComplete ? undefined : received
  }

  const attempt = async ({ signal, onProgress }: Attempt) => {
    ticket ??= await call(uploads.request, { body: { fileName, size: file.size, purpose: 'application' } })
    const { uploadURL: url, contentType } = ticket
    const from = await findStart(ticket)
    if (from === undefined || signal.aborted) return url
    hasBegun = true
    await putFile({
      url,
      file: file.slice(from),
      contentType,
      signal,
      onProgress: (sent) => onProgress(from + sent),
      ...(from > 0 && { contentRange: contentRange(from, file.size) }),
    })
    return url
  }

  return {
    /** Whether the same file was picked again. */
    isOf: (other: File, otherName: string) =>
      isSameFile(file, other) && applicationTypeOf(fileName) === applicationTypeOf(otherName),

    send: async (options: Attempt) => {
      for (let waits = 0; ; waits++) {
        try {
          return await attempt(options)
        } catch (error) {
          if (isFinal(error)) [ticket, hasBegun] = [undefined, false]
          if (!isConflict(error) || waits === MOST_WAITS || options.signal.aborted) throw error
          await new Promise((resolve) => setTimeout(resolve, WAIT))
        }
      }
    },

    canResume: () => hasBegun && ticket?.resumes === true,
  }
}

/** Milliseconds. A connection that broke is noticed here before it is there: for a while the server waits for its sender. */
const WAIT = 2000
const MOST_WAITS = 8

/** The link has expired, or the file was refused: retrying is useless. */
const isFinal = (error: unknown) => error instanceof ApiError && [403, 404, 413, 415, 507].includes(error.status)
