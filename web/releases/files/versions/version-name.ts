import type { Version } from '#contract/releases/files.ts'

/** 'Windows 4.3.0' */
export const nameOf = ({ platform, version }: Pick<Version, 'platform' | 'version'>) => `${platform} ${version}`
