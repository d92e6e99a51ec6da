import type { ClipboardEvent, DragEvent } from 'react'

/** Handlers for what a form stands in: files that are dropped anywhere on it, or pasted into any of its fields. */
export const onFilesBrought = (add: (files: readonly File[]) => void) => {
  const take = (event: ClipboardEvent | DragEvent, { files }: DataTransfer) => {
    if (files.length === 0) return
    event.preventDefault()
    add([...files])
  }
  return {
    onDragOver: (event: DragEvent) => event.dataTransfer.types.includes('Files') && event.preventDefault(),
    onDrop: (event: DragEvent) => take(event, event.dataTransfer),
    // A table copied from a spreadsheet comes as text and as its picture: it is the text that is meant.
    onPaste: (event: ClipboardEvent) =>
      !event.clipboardData.types.includes('text/plain') && take(event, event.clipboardData),
  }
}
