/** Keys and certificates of providers, as people paste them: PEM, or nothing but its base64. */
import {
  createHash,
  createPrivateKey,
  createPublicKey,
  sign,
  verify,
  X509Certificate,
  type KeyObject,
} from 'node:crypto'

const shortestModulus = 2048

/** The bytes of a PEM text; its lines may be joined, as inputs of one line do. Null when it is something else. */
function bytesOf(text: string): Buffer | null {
  const body = text.replace(/-----(BEGIN|END) [A-Z0-9 ]+-----/g, '').replace(/\s+/g, '')
  return /^[A-Za-z0-9+/]{64,}={0,2}$/.test(body) ? Buffer.from(body, 'base64') : null
}

/** The first result that does not throw and is not null. */
function firstOf<Value>(attempts: readonly (() => Value)[]): Value | null {
  for (const attempt of attempts)
    try {
      return attempt()
    } catch {
      // The next shape is tried.
    }
  return null
}

const strongRsa = (key: KeyObject | null): KeyObject | null =>
  key?.asymmetricKeyType === 'rsa' && (key.asymmetricKeyDetails?.modulusLength ?? 0) >= shortestModulus ? key : null

/** A private RSA key of PKCS #8 or PKCS #1; null when the text is none, or one of fewer than 2,048 bits. */
export function readPrivateKey(text: string): KeyObject | null {
  const key = bytesOf(text)
  if (!key) return null
  return strongRsa(
    firstOf([
      () => createPrivateKey({ key, format: 'der', type: 'pkcs8' }),
      () => createPrivateKey({ key, format: 'der', type: 'pkcs1' }),
    ]),
  )
}

/** A public RSA key; null when the text is none. A private key is none. */
export function readPublicKey(text: string): KeyObject | null {
  const key = bytesOf(text)
  // Guard T10: a private key is no public one, although its public half could be computed: it would be shown.
  // Without: if (!key) return null
  if (!key || readPrivateKey(text)) return null
  return strongRsa(
    firstOf([
      () => createPublicKey({ key, format: 'der', type: 'spki' }),
      () => createPublicKey({ key, format: 'der', type: 'pkcs1' }),
    ]),
  )
}

export interface Certificate {
  /** Hexadecimal, capitals. */
  readonly serial: string
  readonly owner: string
  readonly validFrom: number
  readonly expires: number
  readonly publicKey: KeyObject
  readonly pem: string
}

/** Null when the text is no certificate of an RSA key. */
export function readCertificate(text: string): Certificate | null {
  const der = bytesOf(text)
  const certificate = der && firstOf([() => new X509Certificate(der)])
  const publicKey = certificate && strongRsa(certificate.publicKey)
  if (!certificate || !publicKey) return null
  return {
    serial: certificate.serialNumber.toUpperCase(),
    owner: /(?:^|\n)CN=(.*)/.exec(certificate.subject)?.[1] ?? certificate.subject.split('\n').at(-1) ?? '',
    validFrom: Date.parse(certificate.validFrom) / 1000,
    expires: Date.parse(certificate.validTo) / 1000,
    publicKey,
    pem: certificate.toString(),
  }
}

/** Tells keys apart without showing them: the first bytes of the hash of the public key. */
export function fingerprintOf(key: KeyObject): string {
  const publicKey = key.type === 'private' ? createPublicKey(key) : key
  const hash = createHash('sha256')
    .update(publicKey.export({ format: 'der', type: 'spki' }))
    .digest('hex')
  return (hash.slice(0, 16).toUpperCase().match(/.{4}/g) ?? []).join(' ')
}

/** RSA with SHA-256 in base64, as both providers sign. */
export const signText = (text: string | Buffer, key: KeyObject): string =>
  sign('sha256', Buffer.from(text), key).toString('base64')

/** False for every signature that is not right, also for one that is no base64. */
export function isSignedBy(text: string | Buffer, signature: string, key: KeyObject): boolean {
  if (!/^[A-Za-z0-9+/]{300,800}={0,2}$/.test(signature)) return false
  return verify('sha256', Buffer.from(text), key, Buffer.from(signature, 'base64'))
}
