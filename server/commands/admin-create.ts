import { parseArgs } from 'node:util'
import * as z from 'zod/mini'
import { STAFF_LINK_HOURS } from '#contract/identity/users.ts'
import { emailAddress, line } from '#contract/text.ts'
import { StartupError } from '#server/database/startup-error.ts'
import { createStaff, unknownPassword } from '#server/identity/public.ts'
import { systemActor } from '#server/platform/actor.ts'
import { conflict } from '#server/platform/http/errors.ts'
import { runCommand, withDatabase } from './run-command.ts'

const USAGE = 'npm run admin:create -- --email you@example.com [--first-name Thandi] [--last-name Nkosi]'

const Admin = z.object({
  email: emailAddress(`An address is needed: ${USAGE}`),
  firstName: line({ max: 80, message: 'The first name is empty.' }),
  lastName: line({ max: 80, message: 'The last name is empty.' }),
})

await runCommand(async () => {
  const admin = readArguments()
  return withDatabase(async ({ db, config }) => {
    const passwordHash = await unknownPassword()
    const made = await db.transaction((tx) => createStaff(tx, systemActor, { ...admin, role: 'admin', passwordHash }))
    if (!made) throw conflict(`There is a user with the address ${admin.email}.`)
    return [
      `${admin.email} is an admin now. This link sets the password, once and within ${STAFF_LINK_HOURS} hours:`,
      `${config.publicUrl}/auth?reset=${made.token}`,
    ].join('\n')
  })
})

function readArguments() {
  const { success, data, error } = z.safeParse(Admin, parse())
  if (!success) throw new StartupError(error.issues[0]?.message ?? USAGE)
  return data
}

function parse() {
  const text = { type: 'string' } as const
  try {
    const { values } = parseArgs({ options: { email: text, 'first-name': text, 'last-name': text } })
    return {
      email: values.email,
      firstName: values['first-name'] ?? 'Portal',
      lastName: values['last-name'] ?? 'Admin',
    }
  } catch (error) {
    throw new StartupError(`${error instanceof Error ? error.message : String(error)}\n${USAGE}`)
  }
}
