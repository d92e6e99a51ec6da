import { createSeal } from '#server/platform/secrets/sealing.ts'
import { SETTLING, rotateSecrets } from '#server/platform/secrets/secrets.ts'
import { runCommand, withDatabase } from './run-command.ts'

const usage = 'npm run secrets:rotate [-- --forget]'
const options = { forget: { type: 'boolean', default: false } } as const
await runCommand({ usage, options }, ({ forget }) =>
  withDatabase(async ({ db, config }) => {
    const seal = createSeal(config.sealing)
    await rotateSecrets({ db, seal }, forget ? { afterSeconds: 0, forget } : {})
    return forget
      ? 'The earlier secrets are deleted; servers follow within 30 seconds. Devices stay activated and get new update addresses with their next check-in.'
      : `New secrets are used in ${SETTLING / 60} minutes. What was made with the earlier ones keeps working.`
  }),
)
