const MOST_TEXTS = 100
const texts = new Map<string, string>()

/** Compatible with YAML 1.1: text that looks like a date or number is quoted. Most devices get the same text, and writing it takes a millisecond. */
export async function yamlOf(content: object) {
  const key = JSON.stringify(content)
  const text = texts.get(key) ?? (await write(content))
  if (texts.size >= MOST_TEXTS) texts.clear()
  texts.set(key, text)
  return text
}

async function write(content: object) {
  const { stringify } = await import('yaml')
  return stringify(content, { version: '1.1', lineWidth: 0 })
}
