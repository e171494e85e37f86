/**
 * Addresses under which private files can be opened for ten minutes. The server sends them with the records; everywhere
 * else a file is known by the address that is stored.
 */
const addresses = new Map<string, string>()

/** More are needed by no page: the oldest are forgotten first. */
const maxAddresses = 5000

export function rememberFileAddress(url: string, address: string): void {
  addresses.delete(url)
  addresses.set(url, address)
  const [oldest] = addresses.keys()
  if (addresses.size > maxAddresses && oldest !== undefined) addresses.delete(oldest)
}

/** Takes the addresses of private files from what rows say of the files in them. */
export function rememberFileAddresses(rows: readonly Readonly<Record<string, unknown>>[]): void {
  for (const row of rows)
    for (const [name, info] of Object.entries(row)) {
      if (!name.endsWith('_info') || !Array.isArray(info)) continue
      for (const { url, address } of info as readonly { url?: unknown; address?: unknown }[])
        if (typeof url === 'string' && typeof address === 'string') rememberFileAddress(url, address)
    }
}

/** Where a private file can be opened now; null for all others. */
export const privateAddressOf = (url: string): string | null => addresses.get(url) ?? null
