import * as z from 'zod/mini'
import { Architecture } from './downloads.ts'

/** How many active devices run what, as their last check-in said. */
export const Adoption = z.object({
  devices: z.int32(),
  /** Those that most devices run, most first; null: the device has not said. */
  versions: z.array(z.object({ version: z.nullable(z.string()), devices: z.int32() })),
})
export type Adoption = z.infer<typeof Adoption>

/** The number of versions listed; the remaining devices are grouped. */
export const ADOPTION_SHOWN = 8

/** Active devices, and the organizations they belong to. */
const Reach = z.object({ devices: z.int32(), organizations: z.int32() })
export type Reach = z.infer<typeof Reach>

/** The effect of making a version the latest or withdrawing it. Devices count by their last check-in. */
export const VersionImpact = z.object({
  /** Active organizations: their members see the downloads. */
  organizations: z.int32(),
  /** Active admins: each is emailed about a release. */
  administrators: z.int32(),
  /** Devices that run this version. */
  running: Reach,
  /** Devices that update feeds could offer it to. They run an older version or have not said which; the rollout is not counted. */
  older: Reach,
  /** The oldest version that need not update: the highest minimum of the active versions up to this one. */
  minimumVersion: z.nullable(z.string()),
  /** The version to make the latest when this one is withdrawn. Null: there is no earlier one that customers can download. */
  replacement: z.nullable(
    z.object({
      id: z.uuid(),
      platform: z.string(),
      architecture: Architecture,
      version: z.string(),
      rolloutPercent: z.int32(),
      older: Reach,
    }),
  ),
})
export type VersionImpact = z.infer<typeof VersionImpact>

/** How often a version was downloaded on the Downloads page, and how many active devices ran it at their last check-in. */
export const VersionUsage = z.object({ versionId: z.uuid(), downloads: z.int32(), devices: z.int32() })
export type VersionUsage = z.infer<typeof VersionUsage>
