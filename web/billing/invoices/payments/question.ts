import { useState } from 'react'

export type Question<Draft> = { draft: Draft; onConfirm: () => void; onClose: () => void }

/** A form waits for `confirm` before it saves, and keeps its input if the answer is no. */
export function useQuestion<Draft>() {
  const [asked, ask] = useState<Question<Draft> | null>(null)
  const confirm = (draft: Draft) =>
    new Promise<void>((resolve, reject) => {
      const onClose = () => {
        reject(new Error('Not confirmed'))
        ask(null)
      }
      ask({ draft, onConfirm: resolve, onClose })
    })
  return { asked, confirm }
}
