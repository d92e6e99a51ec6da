const escaped = (text: string) => text.replaceAll(/[\\()]/g, (sign) => `\\${sign}`)

/** A PDF with one page of text. */
export function sheet(lines: string[]) {
  const text = lines.map((line) => `(${escaped(line)}) Tj T*`).join('\n')
  const content = `BT /F1 11 Tf 16 TL 72 760 Td\n${text}\nET`
  const parts = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 4 0 R /Resources << /Font << /F1 5 0 R >> >> >>',
    `<< /Length ${content.length} >>\nstream\n${content}\nendstream`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
  ].map((part, place) => `${place + 1} 0 obj\n${part}\nendobj\n`)
  const head = '%PDF-1.4\n'
  const offsets = parts.map((_part, place) => head.length + parts.slice(0, place).join('').length)
  const end = head.length + parts.join('').length
  const table = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`).join('')
  const size = parts.length + 1
  return Buffer.from(
    `${head}${parts.join('')}xref\n0 ${size}\n0000000000 65535 f \n${table}` +
      `trailer\n<< /Size ${size} /Root 1 0 R >>\nstartxref\n${end}\n%%EOF\n`,
    'latin1',
  )
}
