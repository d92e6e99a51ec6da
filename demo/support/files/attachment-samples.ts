import { zip } from './zip.ts'

/** Minimal valid files for tests. */
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

/** Builds a minimal Office document with one or more content types. */
export const officeFile = (...kinds: (keyof typeof MAIN_PART)[]) =>
  zip([
    ...kinds.map(contentTypes),
    ...kinds.map((kind) => ({ name: MAIN_PART[kind][0], bytes: Buffer.from('<nothing/>') })),
  ])

function contentTypes(kind: keyof typeof MAIN_PART) {
  const [part, type] = MAIN_PART[kind]
  const vendor = kind === 'docm' ? type : `openxmlformats-${type}`
  const list = `<Types><Override PartName="/${part}" ContentType="application/vnd.${vendor}.main+xml"/></Types>`
  return { name: '[Content_Types].xml', bytes: Buffer.from(list) }
}
