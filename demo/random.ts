/** Gives the same data for the same seed. Not for secrets. */
export type Random = ReturnType<typeof createRandom>

const SPREAD = 0x6d2b79f5

/** mulberry32 */
function createSource(seed: number) {
  let state = seed
  return () => {
    state = (state + SPREAD) | 0
    const mixed = Math.imul(state ^ (state >>> 15), state | 1)
    const stirred = mixed ^ (mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61))
    return ((stirred ^ (stirred >>> 14)) >>> 0) / 2 ** 32
  }
}

export function createRandom(seed: number) {
  const next = createSource(seed)
  /** From `minimum` to `maximum`, inclusive. */
  const whole = (minimum: number, maximum: number) => minimum + Math.floor(next() * (maximum - minimum + 1))
  const pick = <Item>(items: readonly Item[]): Item => {
    const item = items[whole(0, items.length - 1)]
    if (item === undefined) throw new Error('Nothing to pick from')
    return item
  }
  const letter = (alphabet: string) => alphabet.charAt(whole(0, alphabet.length - 1))
  const text = (alphabet: string, length: number) => Array.from({ length }, () => letter(alphabet)).join('')
  const hex = (length: number) => text('0123456789abcdef', length)
  const uuid = () => `${hex(8)}-${hex(4)}-4${hex(3)}-${pick(['8', '9', 'a', 'b'])}${hex(3)}-${hex(12)}`
  const chance = (probability: number) => next() < probability
  return { whole, pick, text, uuid, chance }
}
