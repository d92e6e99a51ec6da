import { seedDemo } from '#demo/demo.ts'
import { storeDemoFiles } from '#demo/releases/files.ts'
import { StartupError } from '#server/database/startup-error.ts'
import { createLimits } from '#server/platform/http/limits/limits.ts'
import { createSeal } from '#server/platform/secrets/sealing.ts'
import { createSecrets } from '#server/platform/secrets/secrets.ts'
import { createObjects } from '#server/platform/storage/objects.ts'
import { runCommand, withDatabase } from './run-command.ts'

await runCommand({ usage: 'npm run seed' }, () =>
  withDatabase(async ({ pool, db, config }) => {
    const isFilled = await seedDemo(db, config)
    if (!isFilled) throw new StartupError('This database already has users. Demo data goes into an empty one only.')
    const secrets = createSecrets({ db, seal: createSeal(config.sealing) })
    const secret = await secrets.open('upload-links')
    secrets.stop()
    await storeDemoFiles({ db, objects: createObjects({ config, db, limits: createLimits(pool), secret }) })
    return `The demo data is in. Sign in as admin@example.com with the password ${config.demoPassword}.`
  }),
)
