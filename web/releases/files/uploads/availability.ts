import type { Version } from '#contract/releases/files.ts'

export function availabilityOf(
  { channel, isLatest }: Pick<Version, 'channel' | 'isLatest'>,
  latest: Pick<Version, 'version' | 'rolloutPercent'> | undefined,
) {
  if (isLatest) return 'Customers can download it, and update feeds offer it to the devices in its rollout.'
  const download = 'Customers can download it under “Other versions”.'
  if (channel === 'beta') return `${download} Update feeds offer it to devices on the beta channel in its rollout.`
  if (!latest) return `${download} They see “No Downloads Available” until a version is set as the latest.`
  const others =
    latest.rolloutPercent < 100
      ? ` Until then only devices outside the rollout of ${latest.version} can be offered it, if its number is lower.`
      : ''
  return `${download} Devices are offered it when you set it as the latest.${others}`
}
