/** How files are shown: their size, their ending and their name. */

/** `1.4 MB`, `820 KB`, `12 B`; base 1024. */
export function formatBytes(bytes: number, language: string): string {
  const units = ['B', 'KB', 'MB', 'GB'] as const
  let [value, at] = [bytes, 0]
  while (value >= 1024 && at < units.length - 1) {
    value /= 1024
    at += 1
  }
  const digits = at === 0 || value >= 100 ? 0 : 1
  return `${new Intl.NumberFormat(language, { maximumFractionDigits: digits }).format(value)} ${units[at]}`
}

/** The ending of an address or a name, in lower case. */
export const suffixOf = (url: string): string => /\.([A-Za-z0-9]{1,8})$/.exec(url)?.[1]?.toLowerCase() ?? ''

/** The name in the address of a stored file, without the hash at its end. For files whose own name is not known. */
export function nameOf(url: string): string {
  const last = url.split(/[?#]/)[0]?.split('/').pop() ?? ''
  const suffix = suffixOf(last)
  const stem = suffix === '' ? last : last.slice(0, -suffix.length - 1)
  return `${stem.replace(/[0-9a-f]{40}$/, '') || stem.slice(-8)}${suffix && '.'}${suffix}`
}
