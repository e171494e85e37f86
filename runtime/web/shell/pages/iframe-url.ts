/** The address embedded by a path `/admin/iframe/{encoded url}`. Pure. */

const start = '/admin/iframe/'

export function isIframePath(pathname: string): boolean {
  return pathname.startsWith(start)
}

/** The embedded address when it is http or https; null otherwise. Credentials in it are refused. */
export function iframeUrl(pathname: string): URL | null {
  try {
    const text = decodeURIComponent(pathname.slice(start.length))
    // Guard T58: frames show http and https only.
    if (!/^https?:\/\//i.test(text) || /[\\\u0000-\u0020]/.test(text)) return null
    const url = new URL(text)
    return (url.protocol === 'http:' || url.protocol === 'https:') && url.username === '' && url.password === ''
      ? url
      : null
  } catch {
    return null
  }
}

/**
 * Whether the site allows this origin to be embedded. Never our own: an embedded page of ours could access everything.
 */
export function isAllowedOrigin(url: URL, origins: readonly string[], own: string): boolean {
  // Guard T58: frames never show pages of our own.
  // Without: return origins.some((origin) => origin.toLowerCase().replace(/\/$/, '') === url.origin)
  return url.origin !== own && origins.some((origin) => origin.toLowerCase().replace(/\/$/, '') === url.origin)
}
