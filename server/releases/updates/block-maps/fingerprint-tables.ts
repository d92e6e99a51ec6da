/** Irreducible over GF(2), of degree 63. The same as in electron-builder, so that both cut a file alike. */
const POLYNOMIAL = 0xbfe6b8a5bf378d83n
const DEGREE = 63

/** Bytes that a fingerprint covers. */
export const WINDOW = 64

/** x to this power, modulo the polynomial. */
function powerOfX(exponent: number) {
  let value = 1n
  for (let step = 0; step < exponent; step++) {
    value <<= 1n
    if (value >> BigInt(DEGREE)) value ^= POLYNOMIAL
  }
  return value
}

/** For each byte, the byte times x to this power, in two halves of 32 bits. */
function tableOf(exponent: number) {
  const [high, low] = [new Int32Array(256), new Int32Array(256)]
  for (let bit = 0; bit < 8; bit++) {
    const value = powerOfX(exponent + bit)
    for (let byte = 0; byte < 256; byte++) {
      if ((byte & (1 << bit)) === 0) continue
      high[byte] = Number((BigInt(high[byte] ?? 0) ^ (value >> 32n)) & 0xffffffffn)
      low[byte] = Number((BigInt(low[byte] ?? 0) ^ value) & 0xffffffffn)
    }
  }
  return { high, low }
}

/** By byte: its remainder once it leaves the top of a fingerprint, and its share in one when it leaves the window. */
export const [LEAVING_TOP, LEAVING_WINDOW] = [tableOf(DEGREE), tableOf(8 * (WINDOW - 1))]
