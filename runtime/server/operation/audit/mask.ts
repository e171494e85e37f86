/**
 * Prepares the values of a request for the log: secrets are replaced before anything is stored, long values are cut.
 */
import type { QueryNode } from '../../../protocol/index.ts'

/** Replaces a secret. */
const mask = '***'

export const auditLimits = { url: 1500, agent: 255, data: 20_000, text: 500, items: 50, depth: 6 } as const

const secretKey = /(^|[^a-z])pass|password|pwd|salt|token|ticket|secret|captcha|totp|recovery_?code|(api|private)_?key/i

/** True for names whose value is never stored. */
export const isSecret = (key: string): boolean => secretKey.test(key)

/**
 * JSON text of the values, at most 20 000 characters. `secrets` are further names to replace, at any depth; `noted` are
 * values of the server, which stay longer than those that were sent when all of it is too much.
 */
export function auditText(
  data: Readonly<Record<string, unknown>>,
  secrets: readonly string[] = [],
  noted: Readonly<Record<string, unknown>> = {},
): string {
  const hidden = new Set(secrets.map((name) => name.toLowerCase()))
  const masked = (values: Readonly<Record<string, unknown>>): object => maskSecrets(values, hidden, 0) as object
  const text = JSON.stringify(masked({ ...data, ...noted }))
  if (text.length <= auditLimits.data) return text
  const short = onlyShortValues({ ...data, ...noted })
  const all = JSON.stringify({ ...masked({ ...short, ...noted }), '…': text.length })
  return all.length <= auditLimits.data ? all : JSON.stringify({ ...masked(short), '…': text.length })
}

/** True when the log stores the values as they are, unless the whole is too long. */
export const isKeptWhole = (data: Readonly<Record<string, unknown>>): boolean =>
  JSON.stringify(maskSecrets(data, new Set(), 0)) === JSON.stringify(data)

/** True for a value that the log stored in part only: `maskSecrets` has cut it or replaced a secret in it. */
export function isPartial(value: unknown): boolean {
  if (typeof value === 'string') return value.length === auditLimits.text + 1 && value.endsWith('…')
  if (typeof value !== 'object' || value === null) return false
  if (!Array.isArray(value)) return Object.entries(value).some(([key, item]) => isSecret(key) || isPartial(item))
  return value.some(isPartial) || (value.length > auditLimits.items && /^… \d+$/.test(String(value.at(-1))))
}

/** A path with its query as the log stores it. */
export const auditUrl = (url: string): string => maskUrl(url, mask).slice(0, auditLimits.url)

const separator = /([?&;#])/

/**
 * A path with its query; values of secret parameters are replaced, however their names are written and separated. The
 * host of an absolute address is left out, because clients choose it and the log shows addresses as links.
 */
export function maskUrl(url: string, replacement: string): string {
  const path = url.replace(/^[a-z][a-z0-9+.-]*:\/\/[^/?#]*/i, '').replace(/^[/\\]{2,}/, '/')
  if (!separator.test(path)) return path
  let hides = false
  return path
    .split(separator)
    .map((part, index) => {
      if (index % 2 === 1) {
        if (part === '&') hides = false
        return hides ? '' : part
      }
      if (hides) return ''
      const cut = part.indexOf('=')
      // Guard T13: secrets in addresses are masked.
      // Without: hides = false
      hides = cut > 0 && isSecret(decodeName(part.slice(0, cut)))
      return hides ? `${part.slice(0, cut)}=${replacement}` : part
    })
    .join('')
}

/** A query as plain values; `ids[]=1&ids[]=2` is a list. */
export function plainQuery(query: ReadonlyMap<string, QueryNode>): Record<string, unknown> {
  return Object.fromEntries([...query].map(([key, node]) => [key, plainNode(node)]))
}

function plainNode(node: QueryNode): unknown {
  if (typeof node === 'string') return node
  const isList = node.size > 0 && [...node.keys()].every((key, keyIndex) => key === String(keyIndex))
  return isList ? [...node.values()].map(plainNode) : plainQuery(node)
}

function maskSecrets(value: unknown, hidden: ReadonlySet<string>, depth: number): unknown {
  // Guard T13: long texts of the log are cut.
  // Without: if (typeof value === 'string') return value
  if (typeof value === 'string') return value.length > auditLimits.text ? `${value.slice(0, auditLimits.text)}…` : value
  if (typeof value !== 'object' || value === null) return value ?? null
  if (depth >= auditLimits.depth) return '…'
  if (Array.isArray(value)) {
    const items = value.slice(0, auditLimits.items).map((item) => maskSecrets(item, hidden, depth + 1))
    return value.length > auditLimits.items ? [...items, `… ${value.length}`] : items
  }
  const entries = Object.entries(value).slice(0, 4 * auditLimits.items)
  return Object.fromEntries(
    entries.map(([key, item]) => [
      key.slice(0, 64),
      // Guard T13: names that look like secrets are masked.
      isSecret(key) ||
      // Guard T13: private fields are masked whatever they are called.
      hidden.has(key.toLowerCase())
        ? mask
        : maskSecrets(item, hidden, depth + 1),
    ]),
  )
}

/** When all of it is too much: the short values only. */
function onlyShortValues(data: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(data)
      .slice(0, auditLimits.items)
      .filter(([, value]) => typeof value === 'number' || (typeof value === 'string' && value.length <= 100)),
  )
}

/** Decodes a name, also one encoded several times. A name that cannot be decoded could be any. */
function decodeName(name: string): string {
  let decoded = name.replaceAll('+', ' ')
  try {
    for (let round = 0; round < maxDecodings && decoded.includes('%'); round += 1) decoded = decodeURIComponent(decoded)
    return decoded
  } catch {
    return 'token'
  }
}

const maxDecodings = 3
