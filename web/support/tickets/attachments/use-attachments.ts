import { useMutation } from '@tanstack/react-query'
import { use, useEffect, useState, useSyncExternalStore, type ClipboardEvent, type DragEvent } from 'react'
import { uploadAttachment } from '#web/app/api/upload.ts'
import { DialogState } from '#web/ui/dialog/dialog-state.ts'
import { createTray } from './attachment-tray.ts'

export type Attachments = ReturnType<typeof useAttachments>

/** Uploads files as soon as they are chosen, dropped or pasted; the form awaits `finish` before it submits. */
export function useAttachments() {
  const { mutateAsync } = useSend()
  const [tray] = useState(() => createTray(mutateAsync))
  const { files, notice } = useSyncExternalStore(tray.subscribe, tray.read)
  const setDirty = use(DialogState)?.setDirty
  const hasFiles = files.length > 0

  useEffect(() => tray.clear, [tray])
  // Drafts keep texts; nothing keeps files when a dialog closes.
  useEffect(() => setDirty?.(hasFiles), [setDirty, hasFiles])

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
