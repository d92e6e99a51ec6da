import { FeedChannel, PUBLIC_TOKEN } from '#contract/releases/updates.ts'
import { badRequest, forbidden, HttpError } from '#server/platform/http/errors.ts'
import { licenseIdIn } from './update-token.ts'

const SHAPE = 'An update feed has the address /updates/{updateToken}/{channel}/{file}'
const EXAMPLE = `${SHAPE}, for example /updates/{updateToken}/stable/latest.yml.`
const ASK_THE_CLIENT =
  'Build it from the updateToken of the device’s last activation or check-in, and skip the update check until there is one.'
const FILES =
  'latest.yml, beta.yml, latest-arm64.yml, beta-arm64.yml, autoupdater.xml, appcast.xml, winget.yaml, update.json, releases.win.json and the folder winget'

/** An unset variable becomes 'undefined' in the URL. 400, because electron-updater logs the body of a 400 but not of a 404. */
export const notAToken = (token: string) => {
  const fault = token === '' ? 'The update token is missing' : `“${token}” is not an update token`
  return badRequest(`${fault}. ${EXAMPLE} ${ASK_THE_CLIENT}`)
}

export const notPublic = () =>
  forbidden('This channel is not public. Its feeds need the updateToken of a device with a license.')

export const endedFeed = () =>
  new HttpError(
    404,
    'This update token is unknown, or no longer valid: it ends when the device loses its license. The next activation or check-in brings the current one.',
  )

/** Explains an unknown address below /updates/. */
export function explainAddress(rest: string) {
  const [token = '', channel = '', ...file] = rest.split('/')
  if (token !== PUBLIC_TOKEN && !licenseIdIn(token)) return notAToken(token)
  if (channel === '') return badRequest(`The channel is missing: stable or beta. ${EXAMPLE}`)
  if (!FeedChannel.safeParse(channel).success)
    return badRequest(`“${channel}” is not an update channel: use stable, beta, stable-arm64 or beta-arm64. ${EXAMPLE}`)
  return new HttpError(404, `There is no update feed “${file.join('/')}”. In this folder are ${FILES}.`)
}
