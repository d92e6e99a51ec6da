/** '2.04-beta.1' → [2, 4] and 'beta.1'. Only for versions that are comparable (contract/releases/files.ts). */
function partsOf(version: string) {
  const [, numbers = '', suffix] = /^([\d.]+)(?:-(.*))?$/.exec(version) ?? []
  return { numbers: numbers.split('.').map(Number), suffix }
}

const padded = (numbers: number[], length: number) =>
  Array.from({ length: Math.max(length, numbers.length) }, (_, place) => numbers[place] ?? 0).join('.')

const LEADING_ZERO = /(^|\.)0\d+(\.|$)/

/** Three numbers and a suffix, as semver has it. Undefined for what semver cannot say. */
export function semverOf(version: string) {
  const { numbers, suffix = '' } = partsOf(version)
  if ((numbers[3] ?? 0) > 0 || LEADING_ZERO.test(suffix)) return undefined
  return `${padded(numbers.slice(0, 3), 3)}${suffix && `-${suffix}`}`
}

/** Four numbers, as Windows has it. Undefined for a version with a suffix: it would count as the version it comes before. */
export const quadOf = (version: string) => (version.includes('-') ? undefined : windowsNumberOf(version))

/** Four numbers, whatever follows them. */
export const windowsNumberOf = (version: string) => padded(partsOf(version).numbers, 4)
