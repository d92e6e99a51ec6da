import { useMutation } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { isSameFile, CUT_OFF } from '#web/app/api/upload.ts'
import { useAskBeforeUnload } from '#web/ui/dialog/unload.ts'
import { UPLOAD_FAILED } from '../api.ts'
import { createMeter, type Pace } from './meter.ts'
import { createTransfer, type Transfer } from './transfer.ts'

export type Upload =
  | { step: 'none' }
  | { step: 'sending'; pace: Pace }
  /** The connection broke; what has arrived is kept. */
  | { step: 'stopped'; pace: Pace }
  /** All of it is there, and waits for the record that it belongs to. */
  | { step: 'sent'; pace: Pace }

const NONE: Upload = { step: 'none' }

/** One file at a time. Leaving the screen stops it; leaving the page asks first. */
export function useUpload() {
  const [upload, setUpload] = useState(NONE)
  const current = useRef<{ file: File; transfer: Transfer }>(null)
  const running = useRef<AbortController>(null)
  const { mutateAsync } = useSend()

  useEffect(() => () => running.current?.abort(), [])
  useAskBeforeUnload(upload.step === 'sending')

  const forget = () => {
    running.current?.abort()
    current.current = null
    setUpload(NONE)
  }

  const transferOf = (file: File, fileName: string) => {
    if (!current.current?.transfer.isOf(file, fileName))
      current.current = { file, transfer: createTransfer(file, fileName) }
    return current.current.transfer
  }

  /** The URL of the uploaded file, or undefined if the upload was stopped. */
  const send = async (file: File, fileName: string) => {
    const transfer = transferOf(file, fileName)
    const { signal } = (running.current = new AbortController())
    const measure = createMeter(file.size)
    let pace = 'pace' in upload ? upload.pace : measure(0, performance.now())
    const tell = (step: 'sending' | 'stopped' | 'sent') => !signal.aborted && setUpload({ step, pace })
    const onProgress = (sent: number) => {
      pace = measure(sent, performance.now())
      tell('sending')
    }
    tell('sending')
    try {
      const url = await mutateAsync({ transfer, signal, onProgress })
      pace = { ...pace, sent: file.size }
      tell('sent')
      return url
    } catch (error) {
      if (transfer.canResume()) tell('stopped')
      else forget()
      throw error
    }
  }

  /** Choosing another file restarts the upload. */
  const pick = (file: File | undefined) => {
    if (!file || !current.current || !isSameFile(file, current.current.file)) forget()
  }

  return { upload, send, pick, cancel: forget }
}

type Sending = Parameters<Transfer['send']>[0] & { transfer: Transfer }

const useSend = () =>
  useMutation({
    mutationFn: async ({ transfer, ...sending }: Sending) => {
      try {
        const url = await transfer.send(sending)
        return sending.signal.aborted ? undefined : url
      } catch (error) {
        if (sending.signal.aborted) return undefined
        throw error
      }
    },
    meta: { failure: UPLOAD_FAILED, fallback: CUT_OFF },
  })
