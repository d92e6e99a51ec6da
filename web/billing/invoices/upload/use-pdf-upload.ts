import { useEffect, useRef, useState } from 'react'
import { usePutPdf, useRequestUpload } from '../admin-api.ts'
import { pdfProblem } from './pdf-rules.ts'

export type PdfUpload =
  | { state: 'none' }
  | { state: 'refused'; problem: string }
  | { state: 'sending'; size: number; sent: number }
  /** `url` took the file. */
  | { state: 'sent'; url: string }

const NONE: PdfUpload = { state: 'none' }

/** Sends a PDF as soon as it is picked. Another pick, or leaving, stops the one before. */
export function usePdfUpload() {
  const [upload, setUpload] = useState(NONE)
  const running = useRef<AbortController>(null)
  const request = useRequestUpload()
  const put = usePutPdf()

  useEffect(() => () => running.current?.abort(), [])

  const send = async (file: File, { signal }: AbortController) => {
    const { name: fileName, size } = file
    const tell = (next: PdfUpload) => !signal.aborted && setUpload(next)
    tell({ state: 'sending', size, sent: 0 })
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
        onProgress: (sent) => tell({ state: 'sending', size, sent }),
      })
      tell({ state: 'sent', url })
    } catch {
      // The failed mutation has told its toast.
      tell(NONE)
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

  return { upload, pick }
}
