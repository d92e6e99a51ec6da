import { formatSize } from '#contract/quantities.ts'
import { EMPTY_FILE } from '#contract/releases/file-sizes.ts'
import {
  ATTACHMENT_ENDINGS,
  MAX_ATTACHMENT_SIZE,
  MAX_ATTACHMENTS,
  UNSUPPORTED_ATTACHMENT,
} from '#contract/support/attachments.ts'

const IMAGES = ['png', 'jpg', 'jpeg', 'gif', 'webp']
/** For the browser's file chooser. */
export const ACCEPTED = ATTACHMENT_ENDINGS.map((ending) => `.${ending}`).join(',')

type NamedFile = Pick<File, 'name' | 'size'>

const endsIn = ({ name }: Pick<File, 'name'>, endings: readonly string[]) =>
  endings.some((ending) => name.toLowerCase().endsWith(`.${ending}`))

/** Drawn by the browser from the person's own disk. */
export const isPicture = (file: Pick<File, 'name'>) => endsIn(file, IMAGES)

/** Why a file is not sent at all. The server looks at its bytes as well. */
export function problemOf(file: NamedFile) {
  if (!endsIn(file, ATTACHMENT_ENDINGS)) return UNSUPPORTED_ATTACHMENT
  if (file.size === 0) return EMPTY_FILE
  if (file.size > MAX_ATTACHMENT_SIZE) return `The file is larger than ${formatSize(MAX_ATTACHMENT_SIZE)}.`
  return undefined
}

export const leftOut = (names: readonly string[]) =>
  names.length > 0 ? `At most ${MAX_ATTACHMENTS} files can be attached. Left out: ${names.join(', ')}` : ''

export const attachedAlready = (names: readonly string[]) =>
  names.length > 0 ? `Already attached: ${names.join(', ')}` : ''
