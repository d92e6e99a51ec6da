import { hasLevel, type Role, type UserLevel } from '#contract/roles.ts'

export type ScreenAccess = 'everyone' | UserLevel

export const canOpen = (access: ScreenAccess, role: Role) => access === 'everyone' || hasLevel(role, access)
