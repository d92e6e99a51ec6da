import { MAX_ATTACHMENTS, type GivenAttachment } from '#contract/support/attachments.ts'
import { isFinal, isSameFile } from '#web/app/api/upload.ts'
import { serverMessage } from '#web/app/api/api-error.ts'
import { refusedFields } from '#web/ui/form/form-values.ts'
import { attachedAlready, isPicture, leftOut, problemOf } from './attachment-rules.ts'

export type TrayFile = {
  id: number
  file: File
  preview: string | undefined
  sent: number
  isSent: boolean
  problem: string | undefined
  canRetry: boolean
}

type Tray = { files: readonly TrayFile[]; notice: string }
const EMPTY: Tray = { files: [], notice: '' }

type Sending = { file: File; signal: AbortSignal; onProgress: (sent: number) => void }

export type Send = (sending: Sending) => Promise<string>

type Transfer = { stop: AbortController; done: Promise<GivenAttachment | undefined> }

/** Shaped like a refused call, so that the form shows it at its attachments. */
const NOT_ATTACHED = { errors: { attachments: 'Remove the files that failed to upload, or retry them.' } }

/** Files of a message that is being written. Each upload starts when the file is added. */
export function createTray(send: Send) {
  let tray = EMPTY
  let lastId = 0
  let clearings = 0
  let given: ReadonlySet<number> = new Set()
  const listeners = new Set<() => void>()
  const transfers = new Map<number, Transfer>()

  const show = (next: Tray) => {
    tray = next
    for (const listener of listeners) listener()
  }

  const update = (id: number, changes: Partial<TrayFile>) =>
    show({ ...tray, files: tray.files.map((file) => (file.id === id ? { ...file, ...changes } : file)) })

  const transfer = async ({ id, file }: TrayFile, { signal }: AbortController) => {
    try {
      const url = await send({ file, signal, onProgress: (sent) => update(id, { sent }) })
      update(id, { isSent: true, sent: file.size })
      return { url, fileName: file.name }
    } catch (error) {
      update(id, { problem: serverMessage(error) ?? 'Connection lost.', canRetry: !isFinal(error) })
      return undefined
    }
  }

  const begin = (attached: TrayFile) => {
    const stop = new AbortController()
    const done = isFit(attached) ? transfer(attached, stop) : Promise.resolve(undefined)
    transfers.set(attached.id, { stop, done })
  }

  const drop = ({ id, preview }: TrayFile) => {
    transfers.get(id)?.stop.abort()
    transfers.delete(id)
    if (preview) URL.revokeObjectURL(preview)
  }

  const results = () => Promise.all([...transfers.values()].map(({ done }) => done))

  return {
    read: () => tray,

    subscribe: (listener: () => void) => {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },

    add: (brought: readonly File[]) => {
      const isAttached = (file: File) =>
        tray.files.some((one) => isFit(one) && !given.has(one.id) && isSameFile(one.file, file))
      const [again, chosen] = [brought.filter(isAttached), brought.filter((file) => !isAttached(file))]
      const room = MAX_ATTACHMENTS - tray.files.filter(isFit).length
      const fit = chosen.filter((file) => !problemOf(file))
      const surplus = fit.slice(room)
      const added = chosen.filter((file) => !surplus.includes(file)).map((file) => attach(++lastId, file))
      show({ files: [...tray.files, ...added], notice: leftOut(namesOf(surplus)) || attachedAlready(namesOf(again)) })
      added.forEach(begin)
    },

    remove: (attached: TrayFile) => {
      drop(attached)
      show({ files: tray.files.filter(({ id }) => id !== attached.id), notice: '' })
    },

    retry: (attached: TrayFile) => {
      const again = { ...attached, problem: undefined, sent: 0 }
      update(attached.id, again)
      begin(again)
    },

    clear: () => {
      clearings += 1
      tray.files.forEach(drop)
      show(EMPTY)
    },

    /** After sending: files that were added since the end of `finish` stay for the next message. */
    removeGiven: () => {
      tray.files.filter(({ id }) => given.has(id)).forEach(drop)
      show({ ...tray, files: tray.files.filter(({ id }) => !given.has(id)) })
    },

    /** For `catch`: the files that the refusal of the message names must be removed or uploaded again. */
    showRefused: (refusal: unknown): never => {
      const ids = [...given]
      for (const [field, problem] of Object.entries(refusedFields(refusal))) {
        const file = tray.files.find(({ id }) => id === ids[placeIn(field)])
        const transfer = file && transfers.get(file.id)
        if (!transfer) continue
        transfers.set(file.id, { ...transfer, done: Promise.resolve(undefined) })
        update(file.id, { problem, isSent: false, canRetry: !isFinal(refusal) })
      }
      throw refusal
    },

    /** Waits for all uploads and returns the attachments to send. Rejects like a refused form if an upload failed. */
    finish: async () => {
      const before = clearings
      await results()
      // The user may have added or removed files while waiting.
      const attachments = (await results()).filter((attached) => attached !== undefined)
      // After the form is closed, nothing may be sent, especially not without its files.
      if (attachments.length < transfers.size || clearings > before) throw NOT_ATTACHED
      given = new Set(transfers.keys())
      return attachments
    },
  }
}

const namesOf = (files: readonly File[]) => files.map(({ name }) => name)

const isFit = ({ problem }: TrayFile) => problem === undefined

const attach = (id: number, file: File): TrayFile => ({
  id,
  file,
  preview: isPicture(file) ? URL.createObjectURL(file) : undefined,
  sent: 0,
  isSent: false,
  problem: problemOf(file),
  canRetry: false,
})

/** The place of the file that an error's field like 'attachments.2' names. */
const placeIn = (field: string) => Number(/^attachments\.(\d+)/.exec(field)?.[1])
