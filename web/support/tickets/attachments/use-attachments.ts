import { useMutation } from '@tanstack/react-query'
import { useEffect, useState, useSyncExternalStore, type ClipboardEvent, type DragEvent } from 'react'
import { uploadAttachment } from '#web/app/api/upload.ts'
import { isOfPreviousUser } from '#web/app/api/query-client.ts'
import { useSetDirty } from '#web/ui/dialog/dialog-state.ts'
import { createTray } from './attachment-tray.ts'

export type Attachments = ReturnType<typeof useAttachments>

/** Trays of forms that were left, by the key of their draft. */
const left = new Map<string, { tray: ReturnType<typeof createTray>; at: number }>()

function takeLeft(key: string) {
  const { tray, at } = left.get(key) ?? {}
  left.delete(key)
  return at === undefined || isOfPreviousUser(at) ? undefined : tray
}

type Options = {
  /** The draft that the files belong to. */
  draftKey?: string
  /** The form is left without a question, so the draft keeps its files until it is sent, unless the page is loaded again. */
  isKept?: boolean
}

/** Uploads files as soon as they are chosen, dropped or pasted; the form awaits `finish` before it submits. */
export function useAttachments({ draftKey = '', isKept = false }: Options = {}) {
  const { mutateAsync } = useSend()
  const [{ tray, at }] = useState(() => ({ tray: takeLeft(draftKey) ?? createTray(mutateAsync), at: Date.now() }))
  const { files, notice } = useSyncExternalStore(tray.subscribe, tray.read)
  const setDirty = useSetDirty()
  const hasFiles = files.length > 0

  useEffect(
    () => () => {
      if (isKept && tray.read().files.length > 0 && !isOfPreviousUser(at)) left.set(draftKey, { tray, at })
      else tray.clear()
    },
    [tray, at, draftKey, isKept],
  )
  // Drafts keep texts; nothing keeps files when a dialog closes.
  useEffect(() => setDirty(hasFiles), [setDirty, hasFiles])

  const isSending = files.some(({ isSent, problem }) => !isSent && problem === undefined)
  return { ...tray, files, notice, isSending, dropZone: onFilesBrought(tray.add) }
}

/** The file list shows failures. */
const useSend = () => useMutation({ mutationFn: uploadAttachment })

/** Handlers for the form's container: files can be dropped or pasted anywhere in it. */
const onFilesBrought = (add: (files: readonly File[]) => void) => {
  const take = (event: ClipboardEvent | DragEvent, { files }: DataTransfer) => {
    if (files.length === 0) return
    event.preventDefault()
    add([...files])
  }
  return {
    onDragOver: (event: DragEvent) => event.dataTransfer.types.includes('Files') && event.preventDefault(),
    onDrop: (event: DragEvent) => take(event, event.dataTransfer),
    // A table copied from a spreadsheet is pasted as text and as a picture; only the text is wanted.
    onPaste: (event: ClipboardEvent) =>
      !event.clipboardData.types.includes('text/plain') && take(event, event.clipboardData),
  }
}
