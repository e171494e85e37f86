/** The certificate of the server: read from files, checked before it is used, and read again when they change. */
import { createPrivateKey, X509Certificate } from 'node:crypto'
import { readFileSync, statSync } from 'node:fs'
import type { Server as TlsServer } from 'node:tls'
import { StartError } from '../../core/errors/start-error.ts'

/** Where certificate (with those that lead to its root) and private key are, as PEM. */
export interface CertificateFiles {
  readonly certificate: string
  readonly key: string
}

export interface Certificate {
  readonly cert: string
  readonly key: string
  /** Signed by its own key: browsers warn of it, and a site that says "https only" could not be reached any more. */
  readonly isSelfSigned: boolean
}

/** Throws a StartError `certificate` that says which file is wrong and why. */
export function readCertificate(files: CertificateFiles): Certificate {
  const cert = readFile(files.certificate)
  const key = readFile(files.key)
  const parsed = attempt(files.certificate, () => new X509Certificate(cert))
  const privateKey = attempt(files.key, () => createPrivateKey(key))
  if (!parsed.checkPrivateKey(privateKey)) throw problem(files.key, 'the key does not belong to the certificate')
  return { cert, key, isSelfSigned: parsed.issuer === parsed.subject && parsed.verify(parsed.publicKey) }
}

const readFile = (path: string): string => attempt(path, () => readFileSync(path, 'utf8'))

function attempt<T>(path: string, work: () => T): T {
  try {
    return work()
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException
    throw problem(path, code ?? message, error)
  }
}

const problem = (place: string, reason: string, cause?: unknown): StartError =>
  new StartError('certificate', { place, reason }, cause)

/** Milliseconds between two looks at the files: those who renew certificates replace them in ways of their own. */
const intervalMs = 2000

export interface CertificateWatch {
  readonly isSelfSigned: boolean
  stop(): void
}

/**
 * Gives the server the certificate of the files whenever it changes. Connections go on with the one that they began
 * with; what cannot be used leaves the former one in place.
 * @param onProblem called with why a changed certificate is not used
 */
export function watchCertificate(
  files: CertificateFiles,
  first: Certificate,
  server: Pick<TlsServer, 'setSecureContext'>,
  onProblem: (error: unknown) => void,
): CertificateWatch {
  let current = first
  let stamp = stampOf(files)
  const reread = (): void => {
    const latest = stampOf(files)
    if (latest === stamp) return
    stamp = latest
    try {
      current = readCertificate(files)
      server.setSecureContext({ cert: current.cert, key: current.key, minVersion: 'TLSv1.2' })
    } catch (error) {
      // The other file may follow in a moment.
      onProblem(error)
    }
  }
  const timer = setInterval(reread, intervalMs).unref()
  return {
    get isSelfSigned() {
      return current.isSelfSigned
    },
    stop: () => clearInterval(timer),
  }
}

const stampOf = ({ certificate, key }: CertificateFiles): string =>
  [certificate, key]
    .map((path) => statSync(path, { throwIfNoEntry: false }))
    .map((facts) => (facts ? `${facts.ino} ${facts.size} ${facts.mtimeMs}` : ''))
    .join('\n')
