import { MAX_SIZE } from '#contract/releases/uploads.ts'

type Named = Pick<File, 'name' | 'size'>

/** Why a file is not sent at all. The server looks at its bytes as well. */
export function pdfProblem({ name, size }: Named) {
  if (!name.toLowerCase().endsWith('.pdf')) return 'Only .pdf files are accepted.'
  if (size === 0) return 'The file is empty.'
  if (size > MAX_SIZE.invoice) return 'The file is larger than 10 MB.'
  return undefined
}
