import { seedDemo } from '#server/database/seed/demo.ts'
import { StartupError } from '#server/platform/startup-error.ts'
import { runCommand, withDatabase } from './run-command.ts'

await runCommand(() =>
  withDatabase(async ({ db, config }) => {
    const isFilled = await seedDemo(db, config)
    if (!isFilled) throw new StartupError('This database already has users. Demo data goes into an empty one only.')
    return `The demo data is in. Sign in as admin@example.com with the password ${config.demoPassword}.`
  }),
)
