import { MAX_SIZE, type UploadPurpose } from '#contract/releases/uploads.ts'
import { UNSUPPORTED_ATTACHMENT } from '#contract/support/attachments.ts'
import { HttpError } from '#server/platform/http/errors.ts'
import { ARCHIVE, attachmentKinds, COMPOUND, PDF, PROGRAM, type Kind } from './kinds.ts'

/** What a file may be: its bytes decide, never what the sender calls it. */
export type Content = Kind & {
  extension: string
  maxSize: number
  /** Seconds an upload URL is good for. */
  seconds: number
  /** Of bytes that are something else. */
  refusal: string
  /** Updaters compare the file with its SHA-512. */
  needsSha512?: true
}

/** Long enough for the largest file on a slow line that breaks now and then. */
const TWELVE_HOURS = 43_200
const TEN_MINUTES = 600

type Contents = Pick<Content, 'maxSize' | 'seconds' | 'refusal' | 'needsSha512'> & {
  /** By the endings of their names. */
  kinds: Record<string, Kind>
  /** Of a name that is of no kind; the same as of the bytes unless it says otherwise. */
  unsupported?: string
}

const program = (start: Buffer): Kind => ({ type: 'application/octet-stream', starts: [start] })

const contents: Record<UploadPurpose, Contents> = {
  invoice: {
    kinds: { pdf: { type: 'application/pdf', starts: [PDF] } },
    maxSize: MAX_SIZE.invoice,
    seconds: TEN_MINUTES,
    refusal: 'This file is not a PDF.',
  },
  application: {
    kinds: { exe: program(PROGRAM), msi: program(COMPOUND), zip: program(ARCHIVE) },
    maxSize: MAX_SIZE.application,
    seconds: TWELVE_HOURS,
    refusal: 'This file is not an .exe, .msi or .zip.',
    needsSha512: true,
  },
  attachment: {
    kinds: attachmentKinds,
    maxSize: MAX_SIZE.attachment,
    seconds: TEN_MINUTES,
    refusal: 'This file is empty, damaged or not what its name says. Text must be in UTF-8.',
    unsupported: UNSUPPORTED_ATTACHMENT,
  },
}

/** Where a purpose takes several kinds of files, the name says which one this must be: 415 if it says none of them. */
export function contentOf(purpose: UploadPurpose, name = ''): Content {
  const { kinds, unsupported, ...content } = contents[purpose]
  const all = Object.entries(kinds)
  const wanted = all.length === 1 ? all[0] : all.find(([ending]) => name.toLowerCase().endsWith(`.${ending}`))
  if (!wanted) throw new HttpError(415, unsupported ?? content.refusal)
  const [extension, kind] = wanted
  return { extension, ...kind, ...content }
}
