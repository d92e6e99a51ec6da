import Bowser from 'bowser'

/** 'Chrome on Windows', as far as the browser says what it is. */
export function deviceName(userAgent: string | null) {
  if (!userAgent) return 'Unknown device'
  const { browser, os } = Bowser.parse(userAgent)
  const known = [browser.name, os.name].filter(Boolean)
  return known.length > 0 ? known.join(' on ') : 'Unknown device'
}
