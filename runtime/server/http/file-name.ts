/** A file name as the parameter `filename*` of a header (RFC 8187): no sign of it can end the parameter. */
export const encodeFileName = (name: string): string =>
  encodeURIComponent(name).replace(/['()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`)

const escapes: Readonly<Record<string, string>> = { '%22': '"', '%0d': '\r', '%0a': '\n' }

/** The name of a file in a form: browsers write the signs that could end it as `%22`, `%0D` and `%0A`. */
export const decodeFileName = (name: string): string =>
  name.replace(/%(?:22|0d|0a)/gi, (sign) => escapes[sign.toLowerCase()] ?? sign)
