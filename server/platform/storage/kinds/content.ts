import { MAX_SIZE, type UploadPurpose } from '#contract/releases/uploads.ts'
import { UNSUPPORTED_ATTACHMENT } from '#contract/support/attachments.ts'
import { HttpError } from '#server/platform/http/errors.ts'
import { ARCHIVE, attachmentKinds, COMPOUND, PDF, PROGRAM, type Kind } from './kinds.ts'

/** An accepted file type. The bytes decide, not the name. */
export type Content = Kind & {
  extension: string
  maxSize: number
  seconds: number
  /** The refusal of other content. */
  refusal: string
  /** Updaters verify the SHA-512. */
  needsSha512?: true
  /** Others may open it. Applications come from the vendor, and are larger than scanners accept. */
  isScanned?: true
}

/** Enough for the largest file on a slow connection. */
const TWELVE_HOURS = 43_200
const TEN_MINUTES = 600

type Contents = Pick<Content, 'maxSize' | 'seconds' | 'refusal' | 'needsSha512' | 'isScanned'> & {
  /** By file extension. */
  kinds: Record<string, Kind>
  /** The refusal of other extensions. Defaults to the refusal of other content. */
  unsupported?: string
}

const program = (start: Buffer): Kind => ({ type: 'application/octet-stream', starts: [start] })

const contents: Record<UploadPurpose, Contents> = {
  invoice: {
    kinds: { pdf: { type: 'application/pdf', starts: [PDF] } },
    maxSize: MAX_SIZE.invoice,
    seconds: TEN_MINUTES,
    refusal: 'This file is not a PDF.',
    isScanned: true,
  },
  application: {
    kinds: { exe: program(PROGRAM), msi: program(COMPOUND), zip: program(ARCHIVE), nupkg: program(ARCHIVE) },
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
    isScanned: true,
  },
}

/** For purposes with several types, the extension decides which one is expected. 415 if none. */
export function contentOf(purpose: UploadPurpose, name = ''): Content {
  const { kinds, unsupported, ...content } = contents[purpose]
  const all = Object.entries(kinds)
  const wanted = all.length === 1 ? all[0] : all.find(([ending]) => name.toLowerCase().endsWith(`.${ending}`))
  if (!wanted) throw new HttpError(415, unsupported ?? content.refusal)
  const [extension, kind] = wanted
  return { extension, ...kind, ...content }
}
