import { kindOf } from '#contract/releases/downloads.ts'
import type { Version } from '#contract/releases/files.ts'

/** 'Windows 4.3.0', 'Windows arm64 4.3.0' */
export const nameOf = (version: Pick<Version, 'platform' | 'architecture' | 'version'>) =>
  `${kindOf(version)} ${version.version}`
