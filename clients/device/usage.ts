import { DEFAULT_STATE_FILE } from './state.ts'

export class UsageError extends Error {}

export const USAGE = `A Windows computer with Latchkey's desktop application, as far as licensing goes.

  npm run device -- <command> [options]

Commands
  activate          bind a license to this device (--key)
  enroll            take a free license of an organization (--enrollment-key)
  validate          ask whether this device may run; changes nothing
  check-in          report the device, and get the decision
  transfer          move the license to new hardware of the same computer (--uuid)
  deactivate        release the license
  status            the decision by the license file, without a network
  offline-request   write the request of a computer without a network (--key, --file)
  import            import a license file that was made in the portal (--file)
  update            ask for a newer version and download it (--app-version, --file)

Options
  --server URL            default http://localhost:3000
  --key KEY               the license key
  --reason HOW            who entered the key: typed (a person) or stored (a script); activate: typed, enroll: stored
  --enrollment-key KEY    the key of a roll-out, ENR-…
  --uuid UUID             the device UUID; generated and kept without one
  --name NAME             the computer's name
  --os TEXT               its Windows
  --app-version TEXT      the application's version
  --channel NAME          of updates: stable (default) or beta
  --file FILE             the file to read or write
  --state FILE            the state of the device, default ${DEFAULT_STATE_FILE}
  --json                  one line for machines

Exit code: 0 may run, 1 may not, 2 not decided (no network, busy, fault): try again,
           3 decided but not saved, 64 wrong usage, 70 failure`
