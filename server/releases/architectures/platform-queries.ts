import { sql } from 'drizzle-orm'
import type { Architecture } from '#contract/releases/downloads.ts'
import { versions } from '#server/database/schema/releases.ts'

const SUFFIX = ' arm64'

/** One version per platform is unique in the previous release, too. */
export const storedPlatform = (platform: string, architecture: Architecture) =>
  architecture === 'arm64' ? platform + SUFFIX : platform

/** 'Windows', of an arm64 version too. */
export const platformName = sql<string>`case
  when ${versions.architecture} = 'arm64' and right(${versions.platform}, ${sql.raw(String(SUFFIX.length))}) = ${sql.raw(`'${SUFFIX}'`)}
  then left(${versions.platform}, -${sql.raw(String(SUFFIX.length))}) else ${versions.platform} end`

/** The latest of its architecture. */
export const isLatest = sql<boolean>`(${versions.isLatest} or (${versions.isLatestArm64} and ${versions.isActive}))`
