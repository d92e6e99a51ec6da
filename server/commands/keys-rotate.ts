import { rotateKeys } from '#server/licensing/public.ts'
import { systemActor } from '#server/platform/actor.ts'
import { createSeal } from '#server/platform/secrets/sealing.ts'
import { runCommand, withDatabase } from './run-command.ts'

await runCommand({ usage: 'npm run keys:rotate' }, () =>
  withDatabase(async ({ db, config }) => {
    const seal = createSeal(config.sealing)
    const { retired, current, next } = await rotateKeys({ db, seal }, systemActor)
    return [
      `License files are signed with ${current.kid} from now on.`,
      `${retired.kid} signs nothing any more. Its files are good until ${day(retired.notAfter)} at the latest: until then it stays published.`,
      `The next key is ${next.kid}. Build the application with these two before you rotate again:`,
      `  ${current.kid} ${current.publicKey}`,
      `  ${next.kid} ${next.publicKey}`,
    ].join('\n')
  }),
)

/** '2027-12-01' */
function day(instant: string | null) {
  return instant?.slice(0, 10) ?? ''
}
