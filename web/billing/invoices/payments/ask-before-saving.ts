import { useState } from 'react'

export type AskedDraft<Draft> = { draft: Draft; onConfirm: () => void; onClose: () => void }

/** A form waits for `askFirst` before it saves, and keeps its input if the answer is no. */
export function useAskBeforeSaving<Draft>() {
  const [asked, ask] = useState<AskedDraft<Draft> | null>(null)
  const askFirst = (draft: Draft) =>
    new Promise<void>((resolve, reject) => {
      const onClose = () => {
        reject(new Error('Not confirmed'))
        ask(null)
      }
      ask({ draft, onConfirm: resolve, onClose })
    })
  return { asked, askFirst }
}
