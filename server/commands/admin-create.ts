import * as z from 'zod/mini'
import { ADDRESS_LINK_HOURS } from '#contract/identity/users.ts'
import { emailAddress, line } from '#contract/text.ts'
import { createStaff, unknownPassword } from '#server/identity/public.ts'
import { systemActor } from '#server/platform/actor.ts'
import { conflict } from '#server/platform/http/errors.ts'
import { runCommand, UsageError, withDatabase } from './run-command.ts'

const usage = 'npm run admin:create -- --email you@example.com [--first-name Thandi] [--last-name Nkosi]'
const options = {
  email: { type: 'string' },
  'first-name': { type: 'string', default: 'Portal' },
  'last-name': { type: 'string', default: 'Admin' },
} as const

const Admin = z.object({
  email: emailAddress('An address is needed.'),
  firstName: line({ max: 80, message: 'The first name is empty.' }),
  lastName: line({ max: 80, message: 'The last name is empty.' }),
})

await runCommand({ usage, options }, async (values) => {
  const {
    success,
    data: admin,
    error,
  } = z.safeParse(Admin, {
    email: values.email,
    firstName: values['first-name'],
    lastName: values['last-name'],
  })
  if (!success) throw new UsageError(error.issues[0]?.message ?? '')
  return withDatabase(async ({ db, config }) => {
    const passwordHash = await unknownPassword()
    const made = await db.transaction((tx) => createStaff(tx, systemActor, { ...admin, role: 'admin', passwordHash }))
    if (!made) throw conflict(takenAddress(admin.email))
    return [
      `${admin.email} is an admin now. This link sets the password, once and within ${ADDRESS_LINK_HOURS} hours:`,
      `${config.publicUrl}/auth?reset=${made.token}`,
    ].join('\n')
  })
})

function takenAddress(email: string) {
  return `There is a user with the address ${email}. An admin gives staff another role on the Users page; a customer needs a second address.`
}
