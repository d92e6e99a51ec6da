/** Characters. */
export const LONGEST_PATH = 1000

/** Only to parse paths. */
const ORIGIN = 'http://portal'

/** The page to which identity providers send people back, followed by the id of their organization. */
export const SSO_PATH = '/auth/sso'

const ENTRANCES = ['/auth', '/signup']

/** Returns the path and query to open after signing in, or undefined if `given` is not a page of this portal behind the sign-in. */
export function returnPath(given: unknown) {
  if (typeof given !== 'string' || given.length > LONGEST_PATH || !/^\/(?![/\\])/.test(given)) return undefined
  const { origin, pathname, search } = new URL(given, ORIGIN)
  // The parser resolves dots and removes line breaks, so its result is checked too: /.//example.com
  if (origin !== ORIGIN || pathname.startsWith('//')) return undefined
  const screen = decoded(pathname)?.replace(/\/+$/, '')
  return screen === undefined || ENTRANCES.includes(screen) || screen.startsWith(SSO_PATH)
    ? undefined
    : pathname + search
}

/** The router compares decoded paths. */
function decoded(path: string) {
  try {
    return decodeURI(path)
  } catch {
    return undefined
  }
}

/** Returns the address of the sign-in page that leads back to `path`. */
export const signInAddress = (path: string) => {
  const next = returnPath(path)
  return next && next !== '/' ? `/auth?next=${readable(next)}` : '/auth'
}

const readable = (path: string) => encodeURIComponent(path).replace(/%(?:2F|3F|3D)/g, decodeURIComponent)
