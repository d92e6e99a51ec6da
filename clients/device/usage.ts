import { DEFAULT_STATE_FILE } from './state.ts'

export class UsageError extends Error {}

export const USAGE = `Simulates the licensing of a Windows computer with the desktop application.

  npm run device -- <command> [options]

Commands
  activate          activate a license on this device (--key)
  enroll            claim a free license (--enrollment-key)
  validate          check whether this device may run; changes nothing
  check-in          report the device and get the current decision
  transfer          move the license to new hardware of this computer (--uuid)
  deactivate        release the license
  status            show the status from the license file, without a network
  offline-request   write a request for a license file (--key, --file)
  import            import a license file from the portal (--file)
  update            check for a newer version and download it (--app-version, --file)

Options
  --server URL            default http://localhost:3000
  --key KEY               the license key
  --reason HOW            typed (a user entered the key) or stored (a script did);
                          default typed for activate, stored for enroll
  --enrollment-key KEY    the enrollment key, ENR-…
  --uuid UUID             the device UUID; default: generated once and saved
  --name NAME             the computer name
  --os TEXT               the operating system
  --app-version TEXT      the installed version of the application
  --channel NAME          update channel: stable (default) or beta; for arm64
                          stable-arm64 or beta-arm64
  --file FILE             the file to read or write
  --state FILE            the state file, default ${DEFAULT_STATE_FILE}
  --json                  print one line of JSON
  --help, -h              show this text

Exit code: 0 may run, 1 may not run, 2 no decision (no network or a server error): try again,
           3 not saved on this computer, 64 invalid usage, 70 other failure`
