import { expect, test } from 'vitest'
import { pdfProblem } from './pdf-upload.ts'

test.each([
  ['march.pdf', 1, undefined],
  ['MARCH.PDF', 10_485_760, undefined],
  ['march.pdf', 10_485_761, 'The file is larger than 10 MB.'],
  ['march.pdf', 0, 'The file is empty.'],
  ['march.pdf.exe', 900, 'Only .pdf files are accepted.'],
  ['march', 900, 'Only .pdf files are accepted.'],
])('a file named %s with %d bytes gives %s [R-CONST-16 R-VAL-41 R-VAL-42]', (name, size, problem) => {
  expect(pdfProblem({ name, size })).toBe(problem)
})
