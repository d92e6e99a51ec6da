import { StartupError } from '#server/database/startup-error.ts'
import { openStage, type Stage } from './stage.ts'

// Usage: npm run drill -- NAME. Everything runs on this machine, in a temporary folder, and is stopped at the end.

const DRILLS: Record<string, () => Promise<{ drill: (stage: Stage, args: string[]) => Promise<void> }>> = {
  'rolling-upgrade': () => import('./rolling-upgrade.ts'),
  failover: () => import('./failover.ts'),
  'point-in-time': () => import('./point-in-time.ts'),
  container: () => import('./container.ts'),
}

const [name = '', ...args] = process.argv.slice(2)
const load = DRILLS[name]
if (load) await run(load)
else {
  console.error(`Usage: npm run drill -- ${Object.keys(DRILLS).join('|')}`)
  process.exitCode = 1
}

async function run(loadDrill: NonNullable<typeof load>) {
  const stage = await openStage()
  const interrupted = () => void stage.close().then(() => process.exit(130))
  process.once('SIGINT', interrupted).once('SIGTERM', interrupted)
  try {
    const { drill } = await loadDrill()
    await drill(stage, args)
  } catch (error) {
    console.error(error instanceof StartupError ? error.message : error)
    process.exitCode = 1
  } finally {
    await stage.close()
    // The load of a failed drill continues until the process ends.
    process.exit()
  }
}
