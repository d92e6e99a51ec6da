/** An effect: a file dropped beside the place for it does nothing. Firefox and Safari would leave the page to show the file. */
export function watchDroppedFiles() {
  const refuse = (event: DragEvent) => {
    const { dataTransfer, target } = event
    const isPlace = target instanceof Element && target.closest('input[type=file]:enabled')
    if (isPlace || event.defaultPrevented || !dataTransfer?.types.includes('Files')) return
    event.preventDefault()
    dataTransfer.dropEffect = 'none'
  }
  document.addEventListener('dragover', refuse)
  document.addEventListener('drop', refuse)
  return () => {
    document.removeEventListener('dragover', refuse)
    document.removeEventListener('drop', refuse)
  }
}
