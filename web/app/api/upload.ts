import type { Endpoint } from '#contract/endpoint.ts'
import { uploads } from '#contract/releases/uploads.ts'
import { ApiError } from './api-error.ts'
import type { Answer, Confirming } from './call.ts'

type Put = {
  url: string
  file: Blob
  contentType: string
  /** Of a rest that continues what the server has. */
  contentRange?: string
  /** Hears how many bytes have left. */
  onProgress: (sent: number) => void
  signal: AbortSignal
}

/**
 * The portal's own links name its published host. A demo is also opened under other names of the same computer, to which the browser
 * would not send a file across.
 */
export function uploadAddress(url: string) {
  const { pathname, search } = new URL(url)
  return pathname.startsWith(OWN_LINK) ? pathname + search : url
}

const OWN_LINK = uploads.put.url.replace(':key', '')

/** One PUT of a file to where the server said. Rejects with the signal's reason when somebody stops it. */
export const putFile = ({ url, file, contentType, contentRange, onProgress, signal }: Put) =>
  new Promise<void>((resolve, reject) => {
    // fetch cannot tell how far it is.
    const request = new XMLHttpRequest()
    request.upload.onprogress = ({ loaded }) => onProgress(loaded)
    request.onload = () =>
      request.status < 300
        ? resolve()
        : reject(new ApiError(request.status, request.responseText || request.statusText))
    request.onerror = () => reject(new TypeError('The connection was lost.'))
    request.onabort = () => reject(signal.reason)
    signal.addEventListener('abort', () => request.abort(), { once: true })
    request.open('PUT', uploadAddress(url))
    request.setRequestHeader('content-type', contentType)
    if (contentRange) request.setRequestHeader('content-range', contentRange)
    request.send(file)
  })

export type FormFields = Record<string, string | File | undefined>

/** A call whose body is a form with a file in it. What is undefined is left out. */
export async function sendForm<E extends Endpoint>(
  { method, url }: E,
  { fields }: { fields: FormFields } & Confirming<E>,
) {
  const body = new FormData()
  for (const [name, value] of Object.entries(fields)) if (value !== undefined) body.append(name, value)
  const response = await fetch(url, { method, body, credentials: 'include' })
  const text = await response.text()
  if (!response.ok) throw new ApiError(response.status, text || response.statusText)
  return JSON.parse(text) as Answer<E>
}
