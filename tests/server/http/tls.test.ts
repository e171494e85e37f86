/** The server speaks TLS: with a certificate of its own, with one of others, and with one that is replaced. */
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { request as requestHttp, type IncomingHttpHeaders } from 'node:http'
import { request as requestHttps } from 'node:https'
import { X509Certificate } from 'node:crypto'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { connect as connectTls, type TLSSocket } from 'node:tls'
import type { AddressInfo } from 'node:net'
import { generate } from 'selfsigned'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ensureSelfSigned } from '../../../runtime/server/http/tls/self-signed.ts'
import { listenForPlainHttp } from '../../../runtime/server/http/tls/plain-http.ts'
import { readCertificate, type CertificateFiles } from '../../../runtime/server/http/tls/certificate.ts'
import { engines } from '../../support/databases.ts'
import { openTestApp, type TestApp } from '../access/access-app.ts'
import { openSocket } from '../hub/hub-client.ts'

interface Reply {
  readonly status: number
  readonly headers: IncomingHttpHeaders
}

describe('a server with TLS', () => {
  const folder = mkdtempSync(join(tmpdir(), 'tablewright-tls-'))
  let files: CertificateFiles
  let app: TestApp
  let port: number
  beforeAll(async () => {
    files = await ensureSelfSigned(folder)
    app = await openTestApp(engines[0]!, { tls: files, sockets: { maxPerAddress: 4 } })
    await app.running.app.listen({ port: 0, host: '127.0.0.1' })
    port = (app.running.app.server.address() as AddressInfo).port
  })
  afterAll(async () => {
    await app?.dispose()
    rmSync(folder, { recursive: true, force: true })
  })

  const get = (ca: string): Promise<Reply> =>
    new Promise((resolve, reject) => {
      const call = requestHttps(
        { host: '127.0.0.1', port, path: '/healthz', ca, servername: 'localhost', agent: false },
        (answer) => {
          answer.resume()
          resolve({ status: answer.statusCode ?? 0, headers: answer.headers })
        },
      )
      call.once('error', reject).end()
    })
  const getPlain = (path: string, more: { method?: string; host?: string; port?: number } = {}): Promise<Reply> =>
    new Promise((resolve, reject) => {
      const { host = `wms.example.com:${port}`, method = 'GET' } = more
      const call = requestHttp(
        { host: '127.0.0.1', port: more.port ?? port, path, method, headers: { host }, agent: false },
        (answer) => {
          answer.resume()
          resolve({ status: answer.statusCode ?? 0, headers: answer.headers })
        },
      )
      call.once('error', reject).end()
    })

  it('T88 makes a certificate for this machine once, with a key that only its owner reads', async () => {
    const certificate = new X509Certificate(readFileSync(files.certificate))
    expect(certificate.checkHost('localhost')).toBe('localhost')
    expect(certificate.checkIP('127.0.0.1')).toBe('127.0.0.1')
    expect(Date.parse(certificate.validTo) - Date.now()).toBeLessThan(398 * 86_400_000)
    expect(statSync(files.key).mode & 0o777).toBe(0o600)
    const before = readFileSync(files.certificate, 'utf8')
    await ensureSelfSigned(folder)
    expect(readFileSync(files.certificate, 'utf8')).toBe(before)
    // One that ends soon, or lacks an address, is made anew.
    const other = await generate([{ name: 'commonName', value: 'Tablewright' }], { keyType: 'ec', algorithm: 'sha256' })
    const second = mkdtempSync(join(tmpdir(), 'tablewright-tls-'))
    const own = await ensureSelfSigned(second)
    writeFileSync(own.certificate, other.cert)
    writeFileSync(own.key, other.private)
    await ensureSelfSigned(second)
    expect(readFileSync(own.certificate, 'utf8')).not.toBe(other.cert)
    rmSync(second, { recursive: true })
  })

  it('T70 answers over TLS, and does not insist on it with a certificate of its own', async () => {
    const { status, headers } = await get(readFileSync(files.certificate, 'utf8'))
    expect(status).toBe(200)
    expect(headers['strict-transport-security']).toBeUndefined()
  })

  it('opens the socket of the hub', async () => {
    const token = await app.token(await app.account('boss', [await app.group('bosses', '*')]))
    const { data } = await app.running.send<{ ticket: string }>('POST', '/admin/Live/ticket', { token })
    const client = await openSocket({ address: `https://127.0.0.1:${port}` }, data.ticket)
    expect(await client.subscribe('list:shop/brand')).toMatchObject({ type: 'subscribed' })
    client.socket.terminate()
  })

  it('leads plain http to https, on its own port and on another', async () => {
    expect(await getPlain('/admin?x=1')).toMatchObject({
      status: 301,
      headers: { location: `https://wms.example.com:${port}/admin?x=1` },
    })
    expect(await getPlain('/admin/Index/login', { method: 'POST' })).toMatchObject({ status: 403 })
    expect(await getPlain('/', { host: 'a b' })).toMatchObject({ status: 400 })
    expect(await getPlain('//evil.example/')).toMatchObject({ status: 400 })
    const redirect = await listenForPlainHttp(0, '127.0.0.1', () => 443)
    try {
      const other = (redirect.address() as AddressInfo).port
      expect(await getPlain('/x', { host: 'wms.example.com', port: other })).toMatchObject({
        status: 301,
        headers: { location: 'https://wms.example.com/x' },
      })
    } finally {
      redirect.close()
    }
  })

  it('T76 counts connections of an address as without TLS, and closes the one idle longest', async () => {
    const open = (): Promise<TLSSocket> =>
      new Promise((resolve, reject) => {
        const socket = connectTls({ host: '127.0.0.1', port, rejectUnauthorized: false }, () => resolve(socket))
        socket.once('error', reject)
      })
    const first = await open()
    const closed = new Promise((resolve) => first.once('close', resolve))
    first.on('error', () => {})
    const others = [await open(), await open(), await open(), await open()]
    await closed
    expect(others.map(({ destroyed }) => destroyed)).toEqual([false, false, false, false])
    others.forEach((socket) => socket.destroy())
  })

  it('T70 takes a certificate over that replaces the former one, and keeps that when it is broken', async () => {
    const former = readFileSync(files.certificate, 'utf8')
    writeFileSync(files.certificate, 'no certificate')
    const authority = await generate([{ name: 'commonName', value: 'Authority' }], {
      keyType: 'ec',
      algorithm: 'sha256',
      extensions: [{ name: 'basicConstraints', cA: true }],
    })
    const issued = await generate([{ name: 'commonName', value: 'localhost' }], {
      keyType: 'ec',
      algorithm: 'sha256',
      ca: { key: authority.private, cert: authority.cert },
    })
    expect(await get(former)).toMatchObject({ status: 200 })
    writeFileSync(files.key, issued.private)
    writeFileSync(files.certificate, issued.cert)
    await expect
      .poll(() =>
        get(authority.cert).then(
          ({ status }) => status,
          () => 0,
        ),
      )
      .toBe(200)
    expect((await get(authority.cert)).headers['strict-transport-security']).toBe('max-age=31536000')
  })

  it('names the file that cannot be used', async () => {
    const own = await ensureSelfSigned(mkdtempSync(join(folder, 'own-')))
    const other = await ensureSelfSigned(mkdtempSync(join(folder, 'other-')))
    const missing = { ...own, certificate: join(folder, 'missing.crt') }
    expect(() => readCertificate(missing)).toThrow(/missing\.crt.*ENOENT/)
    expect(() => readCertificate({ ...own, key: other.key })).toThrow(/does not belong/)
    expect(() => readCertificate({ ...own, key: own.certificate })).toThrow(/TABLEWRIGHT_TLS_KEY/)
    expect(readCertificate(own).isSelfSigned).toBe(true)
  })
})
