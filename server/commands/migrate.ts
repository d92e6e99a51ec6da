import { runCommand, withDatabase } from './run-command.ts'

await runCommand(() => withDatabase(async () => 'The database has the newest schema.'))
