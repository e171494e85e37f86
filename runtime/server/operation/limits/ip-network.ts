/** Addresses as texts, and the networks they lie in: an attacker with one address usually has all of its network. */
import { isIPv4, isIPv6 } from 'node:net'

/**
 * The address that a proxy names: `203.0.113.9`, `203.0.113.9:4711`, `2001:db8::1`, `[2001:db8::1]` or
 * `[2001:db8::1]:4711`.
 * @returns the address alone, IPv4-mapped IPv6 as IPv4; null = the text names none
 */
export function readIpAddress(text: string): string | null {
  const [, bracketed, dotted, port] = /^\s*(?:\[([^\]]*)\]|([\d.]+)(?=:|\s*$))(?::(\d{1,5}))?\s*$/.exec(text) ?? []
  if (port !== undefined && Number(port) > 65_535) return null
  const address = (bracketed ?? dotted ?? text.trim()).replace(/%.*$/s, '')
  const plain = unmapped(address)
  const isAddress = bracketed === undefined ? isIPv4(plain) || isIPv6(plain) : isIPv6(address)
  return isAddress ? plain : null
}

/** `10.0.0.1` of `::ffff:10.0.0.1`; any other text as it is. */
export function unmapped(address: string): string {
  const tail = address.slice(address.lastIndexOf(':') + 1)
  return /^::ffff:/i.test(address) && isIPv4(tail) ? tail : address
}

/**
 * `203.0.113` (a /24) or `2001:db8:0:1` (a /64); IPv4-mapped IPv6 counts as IPv4. A text that is no address is returned
 * unchanged.
 */
export function addressPrefix(address: string): string {
  if (isIPv4(address)) return address.split('.').slice(0, 3).join('.')
  const [zoneless = ''] = address.split('%')
  const plain = zoneless.toLowerCase()
  if (!isIPv6(plain)) return address
  const groups = groupsOf(plain)
  const [mark, high = 0, low = 0] = groups.slice(5)
  const isMapped = groups.slice(0, 5).every((group) => group === 0) && mark === 0xffff
  if (isMapped) return [high >> 8, high & 0xff, low >> 8].join('.')
  return groups
    .slice(0, 4)
    .map((group) => group.toString(16))
    .join(':')
}

/** The eight groups of a valid IPv6 address. */
function groupsOf(address: string): readonly number[] {
  const text = address.replace(
    /(\d+)\.(\d+)\.(\d+)\.(\d+)$/,
    (_all, a: string, b: string, c: string, d: string) => `${hexPair(a, b)}:${hexPair(c, d)}`,
  )
  const [head = '', tail] = text.split('::')
  const read = (part: string): number[] => (part === '' ? [] : part.split(':').map((group) => parseInt(group, 16)))
  if (tail === undefined) return read(head)
  const [before, after] = [read(head), read(tail)]
  return [...before, ...Array.from({ length: 8 - before.length - after.length }, () => 0), ...after]
}

const hexPair = (high: string, low: string): string => ((Number(high) << 8) | Number(low)).toString(16)
