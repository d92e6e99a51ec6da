import * as z from 'zod/mini'
import { isStaff, Role } from '#contract/roles.ts'
import { Instant, paragraph } from '#contract/text.ts'

export const UserStatus = z.enum(['pending', 'active', 'suspended'])
export type UserStatus = z.infer<typeof UserStatus>

/** A person as the portal shows it. Never a password, hash or secret. */
export const User = z.object({
  id: z.uuid(),
  firstName: z.string(),
  lastName: z.string(),
  username: z.string(),
  email: z.string(),
  role: Role,
  status: UserStatus,
  organizationId: z.nullable(z.uuid()),
  /** Its name. */
  organization: z.nullable(z.string()),
  isEmailVerified: z.boolean(),
  isMfaEnabled: z.boolean(),
  createdAt: Instant,
})
export type User = z.infer<typeof User>

export const REASON_REQUIRED = 'Reason is required'

/** Why a user or an organization is suspended. Only staff read it. */
export const SuspensionReason = z.object({ reason: paragraph({ max: 500, message: REASON_REQUIRED }) })
export type SuspensionReason = z.infer<typeof SuspensionReason>

export const fullName = ({ firstName, lastName }: Pick<User, 'firstName' | 'lastName'>) => `${firstName} ${lastName}`

/** Staff who have to set up two-factor authentication before anything else. */
export const needsMfaSetup = ({ role, isMfaEnabled }: Pick<User, 'role' | 'isMfaEnabled'>, isRequired: boolean) =>
  isRequired && isStaff(role) && !isMfaEnabled
