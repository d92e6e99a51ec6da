import { expect, test } from 'vitest'
import { MAX_ATTACHMENT_SIZE, UNSUPPORTED_ATTACHMENT } from '#contract/support/attachments.ts'
import { isPicture, leftOut, problemOf } from './attachment-rules.ts'

test('images, documents and logs can be attached, however their endings are written [R-SUP-07]', () => {
  for (const name of ['screen.PNG', 'scan.pdf', 'offer.docx', 'portal.log', 'all.zip', 'v1.2.txt'])
    expect(problemOf({ name, size: 1 })).toBeUndefined()
})

test('anything else is refused before it is sent [R-SUP-07]', () => {
  for (const name of ['setup.exe', 'page.html', 'drawing.svg', 'png', 'scan.pdf.js', ''])
    expect(problemOf({ name, size: 1 })).toBe(UNSUPPORTED_ATTACHMENT)
})

test('a file of exactly 10 MB is fine, one byte more is not, and neither is none [R-SUP-06]', () => {
  const sized = (size: number) => problemOf({ name: 'portal.log', size })
  expect(sized(MAX_ATTACHMENT_SIZE)).toBeUndefined()
  expect(sized(MAX_ATTACHMENT_SIZE + 1)).toBe('The file is larger than 10.0 MB.')
  expect(sized(0)).toBe('The file is empty.')
})

test('only pictures are drawn', () => {
  expect(isPicture({ name: 'screen.JPG' })).toBe(true)
  expect(isPicture({ name: 'scan.pdf' })).toBe(false)
})

test('files beyond the fifth are named', () => {
  expect(leftOut([])).toBe('')
  expect(leftOut(['six.log', 'seven.log'])).toBe('At most 5 files can be attached. Left out: six.log, seven.log')
})
