import { useEffect, useRef, useState } from 'react'
import { largerThan, EMPTY_FILE } from '#contract/releases/file-sizes.ts'
import { MAX_SIZE } from '#contract/releases/uploads.ts'
import { isFinal } from '#web/app/api/upload.ts'
import { refusedFields } from '#web/ui/form/form-values.ts'
import { usePutPdf, useRequestUpload } from '../admin-api.ts'

type NamedFile = Pick<File, 'name' | 'size'>

/** Returns why a file cannot be sent. The server checks its bytes too. */
export function pdfProblem({ name, size }: NamedFile) {
  if (!name.toLowerCase().endsWith('.pdf')) return 'Only .pdf files are accepted.'
  if (size === 0) return EMPTY_FILE
  if (size > MAX_SIZE.invoice) return largerThan(MAX_SIZE.invoice)
  return undefined
}

export type PdfUpload =
  | { state: 'none' }
  | { state: 'refused'; problem: string }
  | { state: 'sending'; size: number; sent: number }
  | { state: 'failed'; retry: () => void }
  /** The upload URL that took the file. */
  | { state: 'sent'; url: string }

const NONE: PdfUpload = { state: 'none' }

/** Uploads a PDF as soon as it is picked. Picking another file or leaving aborts the upload. */
export function usePdfUpload() {
  const [upload, setUpload] = useState(NONE)
  const running = useRef<AbortController>(null)
  const request = useRequestUpload()
  const put = usePutPdf()

  useEffect(() => () => running.current?.abort(), [])

  const send = async (file: File, { signal }: AbortController) => {
    const { name: fileName, size } = file
    const update = (next: PdfUpload) => !signal.aborted && setUpload(next)
    update({ state: 'sending', size, sent: 0 })
    try {
      const { uploadURL: url, contentType } = await request.mutateAsync({
        body: { fileName, size, purpose: 'invoice' },
      })
      if (signal.aborted) return
      await put.mutateAsync({
        url,
        file,
        contentType,
        signal,
        onProgress: (sent) => update({ state: 'sending', size, sent }),
      })
      update({ state: 'sent', url })
    } catch (error) {
      // The failed mutation has already shown its toast.
      update(isFinal(error) ? NONE : { state: 'failed', retry: () => pick(file) })
    }
  }

  const pick = (file: File | undefined) => {
    running.current?.abort()
    running.current = new AbortController()
    const problem = file && pdfProblem(file)
    if (!file) setUpload(NONE)
    else if (problem) setUpload({ state: 'refused', problem })
    else void send(file, running.current)
  }

  /** For `catch`: a refused PDF must be picked again, unless another one is there by now. */
  const dropRefused =
    (url: string) =>
    (refusal: unknown): never => {
      const isIt = (now: PdfUpload) => now.state === 'sent' && now.url === url
      if ('pdfUrl' in refusedFields(refusal)) setUpload((now) => (isIt(now) ? NONE : now))
      throw refusal
    }

  return { upload, pick, dropRefused }
}
