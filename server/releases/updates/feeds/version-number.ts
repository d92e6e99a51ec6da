/** '2.04-beta.1' → [2, 4] and 'beta.1'. For comparable versions only (contract/releases/files.ts). */
function partsOf(version: string) {
  const [, numbers = '', suffix] = /^([\d.]+)(?:-(.*))?$/.exec(version) ?? []
  return { numbers: numbers.split('.').map(Number), suffix }
}

const padded = (numbers: number[], length: number) =>
  Array.from({ length: Math.max(length, numbers.length) }, (_, place) => numbers[place] ?? 0).join('.')

const LEADING_ZERO = /(^|\.)0\d+(\.|$)/

/** A semver, or undefined if it cannot be expressed. */
export function semverOf(version: string) {
  const { numbers, suffix = '' } = partsOf(version)
  if ((numbers[3] ?? 0) > 0 || LEADING_ZERO.test(suffix)) return undefined
  return `${padded(numbers.slice(0, 3), 3)}${suffix && `-${suffix}`}`
}

/** Four numbers for Windows. Undefined with a suffix, because Windows would ignore it. */
export const quadOf = (version: string) => (version.includes('-') ? undefined : windowsNumberOf(version))

/** Four numbers, ignoring the suffix. */
export const windowsNumberOf = (version: string) => padded(partsOf(version).numbers, 4)
