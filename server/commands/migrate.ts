import { runCommand } from './run-command.ts'

await runCommand(async () => 'The database has the newest schema.')
