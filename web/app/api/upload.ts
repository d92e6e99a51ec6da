import type { Endpoint } from '#contract/endpoint.ts'
import { MALWARE, uploads } from '#contract/releases/uploads.ts'
import { ApiError } from './api-error.ts'
import { call, checked, parsed, type Answer, type Confirming } from './call.ts'
import { sendSignedIn } from './questions.ts'
import { viewingHeader } from './viewing.ts'

export const CUT_OFF = 'The connection was lost before all of the file had arrived.'

type Put = {
  url: string
  file: Blob
  contentType: string
  /** Set when an upload is resumed. */
  contentRange?: string
  /** Called with the number of bytes sent. */
  onProgress: (sent: number) => void
  signal: AbortSignal
}

/**
 * Returns the URL on the current host. A demo is also opened under other host names, to which the browser would not send a cross-origin
 * PUT.
 */
export function uploadAddress(url: string) {
  const { pathname, search } = new URL(url)
  return pathname.startsWith(OWN_LINK) ? pathname + search : url
}

const OWN_LINK = uploads.put.url.replace(':key', '')

/** Milliseconds without progress, because an unplugged cable raises no error. */
const STALLED = 90_000

/** Sends the file with one PUT. Rejects once the connection is lost, or with the signal's reason when the upload is stopped. */
export async function putFile({ url, file, contentType, contentRange, onProgress, signal }: Put) {
  // fetch does not report upload progress.
  const request = new XMLHttpRequest()
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  const breakOff = (reason: unknown) => {
    reject(reason)
    request.abort()
  }
  const lose = () => breakOff(new TypeError('Connection lost.'))
  const stop = () => breakOff(signal.reason)
  let stalled = setTimeout(lose, STALLED)
  request.upload.onprogress = ({ loaded, total }) => {
    clearTimeout(stalled)
    // After the last byte the server may need time to store the file.
    if (loaded < total) stalled = setTimeout(lose, STALLED)
    onProgress(loaded)
  }
  request.onload = () =>
    request.status < 300 ? resolve() : reject(new ApiError(request.status, request.responseText || request.statusText))
  request.onerror = lose
  request.onabort = lose
  window.addEventListener('offline', lose)
  signal.addEventListener('abort', stop)
  try {
    request.open('PUT', uploadAddress(url))
    request.setRequestHeader('content-type', contentType)
    if (contentRange) request.setRequestHeader('content-range', contentRange)
    request.send(file)
    await promise
  } finally {
    clearTimeout(stalled)
    window.removeEventListener('offline', lose)
    signal.removeEventListener('abort', stop)
  }
}

type AttachmentUpload = Pick<Put, 'onProgress' | 'signal'> & { file: File }

/** Uploads a file for the purpose 'attachment' and returns its address. */
export async function uploadAttachment({ file, signal, onProgress }: AttachmentUpload) {
  const { name: fileName, size } = file
  const { uploadURL: url, contentType } = await call(uploads.request, {
    body: { fileName, size, purpose: 'attachment' },
  })
  signal.throwIfAborted()
  await putFile({ url, file, contentType, signal, onProgress })
  return url
}

export type FormFields = Record<string, string | File | undefined>

/** Sends a multipart form. Leaves out undefined parts. */
export async function sendForm<E extends Endpoint>(
  { method, url }: E,
  { fields }: { fields: FormFields } & Confirming<E>,
) {
  const body = new FormData()
  for (const [name, value] of Object.entries(fields)) if (value !== undefined) body.append(name, value)
  const send = () => fetch(url, { method, body, credentials: 'include', headers: viewingHeader() })
  return parsed<Answer<E>>(await checked(sendSignedIn(send)))
}

/** The same file, chosen again. One that was saved since is another. */
export const isSameFile = (one: File, other: File) =>
  one.name === other.name && one.size === other.size && one.lastModified === other.lastModified

const isRefusedContent = ({ status, code }: ApiError) => [413, 415].includes(status) || code === MALWARE

/** Too large, malware, or not what its name says: the same file would be refused again. */
export const isFinal = (error: unknown) => error instanceof ApiError && isRefusedContent(error)
