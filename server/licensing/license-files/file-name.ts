import type { MadeFile } from '#contract/licensing/license-files.ts'

const FORBIDDEN = /[<>:"/\\|?*\p{Cc}\p{Cf}]/gu
/** Devices of old, which Windows still takes for themselves whatever follows the dot. */
const RESERVED = /^(con|prn|aux|nul|com\d|lpt\d)(\.|$)/i
const LONGEST = 80

/** A name that Windows can store: the license's label, or its id where nothing readable is left of that. */
export function fileNameOf({ label, licenseId }: Pick<MadeFile, 'label' | 'licenseId'>) {
  const safe = label
    .replace(FORBIDDEN, '-')
    .slice(0, LONGEST)
    .toWellFormed()
    .replace(/^[\s.]+|[\s.\uFFFD]+$/g, '')
  const isReadable = /[\p{L}\p{N}]/u.test(safe) && !RESERVED.test(safe)
  return `${isReadable ? safe : licenseId}.lic`
}
