/**
 * A certificate of the server's own, for local networks: browsers show a warning once, after which camera and
 * microphone work as they do on a site with a certificate of others.
 */
import { X509Certificate } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { hostname, networkInterfaces } from 'node:os'
import { join } from 'node:path'
import { isIP } from 'node:net'
import { makeFolder, restrictAccess } from '../../core/make-folder.ts'
import type { CertificateFiles } from './certificate.ts'

const dayMs = 86_400_000
/** Browsers refuse certificates of more than 398 days. */
const lifeDays = 390
/** A start renews a certificate that ends earlier than that. */
const renewDays = 30

/**
 * The certificate in the data folder, made anew when there is none, when it ends soon, or when the machine has an
 * address that it does not name.
 */
export async function ensureSelfSigned(dataFolder: string): Promise<CertificateFiles> {
  const folder = join(dataFolder, 'tls')
  const files = { certificate: join(folder, 'self-signed.crt'), key: join(folder, 'self-signed.key') }
  makeFolder(folder)
  const names = machineNames()
  if (isUsable(files, names)) {
    restrictAccess(files.key)
    return files
  }
  // Loaded only where it is needed.
  const { generate } = await import('selfsigned')
  const altNames = names.map((name) =>
    isIP(name) ? { type: 7 as const, ip: name } : { type: 2 as const, value: name },
  )
  const pem = await generate([{ name: 'commonName', value: 'Tablewright' }], {
    keyType: 'ec',
    algorithm: 'sha256',
    notBeforeDate: new Date(Date.now() - dayMs),
    notAfterDate: new Date(Date.now() + lifeDays * dayMs),
    extensions: [
      { name: 'basicConstraints', cA: false },
      { name: 'keyUsage', digitalSignature: true },
      { name: 'extKeyUsage', serverAuth: true },
      { name: 'subjectAltName', altNames },
    ],
  })
  // Guard T88: nobody else reads the key.
  // Without: writeFileSync(files.key, pem.private, { mode: 0o644 })
  writeFileSync(files.key, pem.private, { mode: 0o600 })
  restrictAccess(files.key)
  writeFileSync(files.certificate, pem.cert, { mode: 0o644 })
  return files
}

/** The names by which browsers on this machine and in its networks reach it. */
function machineNames(): readonly string[] {
  const addresses = Object.values(networkInterfaces()).flatMap((list) => list ?? [])
  const reachable = addresses.filter(({ address }) => !address.startsWith('fe80:')).map(({ address }) => address)
  return [...new Set(['localhost', hostname().toLowerCase(), '127.0.0.1', '::1', ...reachable])].filter(
    (name) => isIP(name) !== 0 || /^[a-z0-9.-]+$/.test(name),
  )
}

function isUsable({ certificate, key }: CertificateFiles, names: readonly string[]): boolean {
  if (!existsSync(certificate) || !existsSync(key)) return false
  try {
    const parsed = new X509Certificate(readFileSync(certificate))
    const now = Date.now()
    const isCurrent = Date.parse(parsed.validFrom) < now && Date.parse(parsed.validTo) > now + renewDays * dayMs
    return (
      isCurrent && names.every((name) => (isIP(name) ? parsed.checkIP(name) : parsed.checkHost(name)) !== undefined)
    )
  } catch {
    return false
  }
}
