/** Who may call from another site: origins (`https://admin.example.com`), host names (`localhost`), or `*`. */

const hostShape = /^(?:\*|[a-z0-9](?:[a-z0-9.-]{0,251}[a-z0-9])?|\[[0-9a-f:]+\])$/i

/** True for valid entries of the list. */
export function isOriginEntry(entry: string): boolean {
  return hostShape.test(entry) || originOf(entry) === entry.toLowerCase()
}

/** Entries of a text, one a line or separated by commas. */
export function readOrigins(text: string): readonly string[] {
  return [
    ...new Set(
      text
        .split(/[\s,]+/)
        .filter((entry) => entry !== '')
        .map((entry) => entry.toLowerCase().replace(/\/$/, '')),
    ),
  ]
}

/**
 * True when pages of that origin may call the server: it or its host is in the list, the list contains `*`, or it has
 * the server's own host.
 * @param host the host name of the request, with or without port
 */
export function isAllowedOrigin(origin: string, host: string, list: readonly string[]): boolean {
  if (list.includes('*')) return true
  const own = originOf(origin)
  if (own === null) return false
  const { hostname } = new URL(own)
  // Guard T40: only welcome sites may read.
  // Without: return hostname !== ''
  return list.includes(own) || list.includes(hostname) || hostname === hostnameOf(host)
}

function originOf(text: string): string | null {
  if (!/^https?:\/\/[^*]*$/i.test(text) || !URL.canParse(text)) return null
  return new URL(text).origin
}

function hostnameOf(host: string): string | null {
  const address = `http://${host}`
  return URL.canParse(address) ? new URL(address).hostname : null
}

/** True when the list names others than this machine. */
export const namesOthers = (list: readonly string[]): boolean =>
  list.some((entry) => !/^(?:https?:\/\/)?(?:localhost|127\.0\.0\.1|\[::1\])(?::\d+)?$/.test(entry))
