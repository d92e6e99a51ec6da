/** A value of ASN.1 in DER. Positions are in `bytes`. */
export type Der = { tag: number; bytes: Buffer; start: number; end: number; content: Buffer; whole: Buffer }

const MAX_CHILDREN = 1000

/** The input is not what it claims to be. */
export class Damaged extends Error {}

/** The bytes of a range, or a refusal: a header may claim any position. */
export function slice(bytes: Buffer, start: number, length: number) {
  if (start < 0 || length < 0 || start + length > bytes.length) throw new Damaged('A range outside the file')
  return bytes.subarray(start, start + length)
}

export function readDer(bytes: Buffer, at = 0): Der {
  const [tag = 0, first = 0] = slice(bytes, at, 2)
  const isLong = first >= 0x80
  const digits = isLong ? first & 0x7f : 0
  if (isLong && (digits === 0 || digits > 4)) throw new Damaged('A length that DER does not have')
  const length = isLong ? slice(bytes, at + 2, digits).readUIntBE(0, digits) : first
  const start = at + 2 + digits
  const content = slice(bytes, start, length)
  return { tag, bytes, start, end: start + length, content, whole: bytes.subarray(at, start + length) }
}

export function childrenOf({ content }: Pick<Der, 'content'>): Der[] {
  const children: Der[] = []
  for (let at = 0; at < content.length;) {
    if (children.length === MAX_CHILDREN) throw new Damaged('Too many values')
    const child = readDer(content, at)
    children.push(child)
    at = child.end
  }
  return children
}

/** The child at a place, which must have this tag. */
export function childAt(parent: Pick<Der, 'content'>, place: number, tag: number): Der {
  const child = childrenOf(parent)[place]
  if (child?.tag !== tag) throw new Damaged('A value of another type')
  return child
}

export const SEQUENCE = 0x30
export const SET = 0x31
export const OID = 0x06
export const OCTETS = 0x04
export const INTEGER = 0x02

/** '1.2.840.113549.1.7.2' */
export function oidOf({ content }: Pick<Der, 'content'>) {
  const numbers: number[] = []
  let number = 0
  for (const byte of content.subarray(0, 64)) {
    number = number * 128 + (byte & 0x7f)
    if (byte >= 0x80) continue
    numbers.push(number)
    number = 0
  }
  const [first = 0, ...others] = numbers
  const root = Math.min(Math.floor(first / 40), 2)
  return [root, first - root * 40, ...others].join('.')
}
