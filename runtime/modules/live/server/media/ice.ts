/** The STUN and TURN servers of the site, as clients get them. */
import { createHmac, randomBytes } from 'node:crypto'
import { nowSeconds, readSecret, type Settings } from 'tablewright/server'
import { isTurn, type IceServer } from '../../shared/media/ice.ts'

/** Seconds for which a pass to a TURN server is good: longer than any lesson. */
const passSeconds = 12 * 3600

/**
 * Guard T12: for those alone who may use sound and picture of a room now. Where the site has no user name for its TURN
 * servers, each caller gets a pass of its own that ends after twelve hours, signed with the secret (coturn's
 * `use-auth-secret`), which itself stays here.
 */
export function iceServers(settings: Settings, now: number = nowSeconds()): readonly IceServer[] {
  const { own } = settings
  const addresses = String(own['live_ice_servers'] ?? '')
    .split('\n')
    .map((address) => address.trim())
    .filter((address) => address !== '')
  const stun = addresses.filter((address) => !isTurn(address))
  const turn = addresses.filter(isTurn)
  const pass = turn.length > 0 ? passOf(settings, now) : null
  return [...(stun.length > 0 ? [{ urls: stun }] : []), ...(pass ? [{ urls: turn, ...pass }] : [])]
}

/** Null = there is no secret that can be read: TURN servers let nobody in without one. */
function passOf(settings: Settings, now: number): Required<Pick<IceServer, 'username' | 'credential'>> | null {
  const secret = secretOf(settings)
  if (secret === '') return null
  const name = String(settings.own['live_ice_user'] ?? '')
  if (name !== '') return { username: name, credential: secret }
  const username = `${now + passSeconds}:${randomBytes(6).toString('hex')}`
  // The protocol of these passes has SHA-1.
  return { username, credential: createHmac('sha1', secret).update(username).digest('base64') }
}

/** "" where it was entered with another key of the site: the lesson goes on without TURN. */
function secretOf(settings: Settings): string {
  try {
    return readSecret(settings, 'live_ice_secret')
  } catch {
    return ''
  }
}
