import { zip } from './zip.ts'

/** The smallest files of their kinds, for tests. */
export const PICTURES = {
  png: Buffer.from(
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAQAAAC1HAwCAAAAC0lEQVR42mNk+A8AAQUBAScY42YAAAAASUVORK5CYII=',
    'base64',
  ),
  gif: Buffer.from('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7', 'base64'),
  jpg: Buffer.from('ffd8ffe000104a46494600010100000100010000ffd9', 'hex'),
  webp: Buffer.from('UklGRhoAAABXRUJQVlA4TA0AAAAvAAAAEAcQERGIiP4HAA==', 'base64'),
}

const MAIN_PART = {
  docx: ['word/document.xml', 'officedocument.wordprocessingml.document'],
  docm: ['word/document.xml', 'ms-word.document.macroEnabled'],
  xlsx: ['xl/workbook.xml', 'officedocument.spreadsheetml.sheet'],
  pptx: ['ppt/presentation.xml', 'officedocument.presentationml.presentation'],
} as const

/** The smallest Office document: its content type, given once or repeatedly. */
export const officeFile = (...says: (keyof typeof MAIN_PART)[]) =>
  zip([
    ...says.map(contentTypes),
    ...says.map((ending) => ({ name: MAIN_PART[ending][0], bytes: Buffer.from('<nothing/>') })),
  ])

function contentTypes(ending: keyof typeof MAIN_PART) {
  const [part, type] = MAIN_PART[ending]
  const vendor = ending === 'docm' ? type : `openxmlformats-${type}`
  const list = `<Types><Override PartName="/${part}" ContentType="application/vnd.${vendor}.main+xml"/></Types>`
  return { name: '[Content_Types].xml', bytes: Buffer.from(list) }
}
