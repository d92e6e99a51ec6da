/** RFC 6266: an ASCII name for old clients, and the real name. Removes characters that could end the header or name a folder. */
export function attachment(fileName: string) {
  const name = fileName.toWellFormed().replace(/[\p{Cc}/\\:*?"<>|]/gu, '-')
  const plain = name.replace(/[^\x20-\x7e]/g, '_').replaceAll('%', '_')
  const encoded = encodeURIComponent(name).replace(/['()*]/g, (character) => `%${character.charCodeAt(0).toString(16)}`)
  return `attachment; filename="${plain}"; filename*=UTF-8''${encoded}`
}
