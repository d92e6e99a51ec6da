import { DEFAULT_STATE_FILE } from './state.ts'

export class UsageError extends Error {}

export const USAGE = `A Windows computer with Latchkey's desktop application, as far as licensing goes.

  npm run device -- <command> [options]

Commands
  activate          bind a license to this device (--key)
  enroll            take a free license of an organization (--enrollment-key)
  validate          ask whether this device may run; changes nothing
  check-in          say that the device is there, and learn the decision
  deactivate        give the license back
  status            what the license file says, without a network
  offline-request   write what a computer without a network asks with (--key, --file)
  import            take a license file that was made in the portal (--file)
  update            ask for a newer version and download it (--app-version, --file)

Options
  --server URL            default http://localhost:3000
  --key KEY               the license key
  --enrollment-key KEY    the key of a roll-out, ENR-…
  --uuid UUID             the device UUID; without one it is made up, and kept
  --name NAME             the computer's name
  --os TEXT               its Windows
  --app-version TEXT      the application's version
  --channel NAME          of updates: stable (default) or beta
  --file FILE             what to read or write
  --state FILE            where the device remembers, default ${DEFAULT_STATE_FILE}
  --json                  one line for machines

Exit code: 0 may run, 1 may not, 2 nobody knows (no network, busy, fault), 64 wrong usage`
