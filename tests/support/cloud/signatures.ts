/** Computes the signatures of requests again, as the stores do: nothing of the server or of a client's library. */
import { createHash, createHmac, timingSafeEqual } from 'node:crypto'
import type { IncomingMessage } from 'node:http'

type Hash = 'sha1' | 'sha256'

const digest = (hash: Hash, text: string): string => createHash(hash).update(text).digest('hex')
const hmac = (hash: Hash, key: string | Buffer, text: string): Buffer => createHmac(hash, key).update(text).digest()
const isSame = (one: string, other: string): boolean =>
  one.length === other.length && timingSafeEqual(Buffer.from(one), Buffer.from(other))

const encode = (text: string): string =>
  encodeURIComponent(text).replace(/[!'()*]/g, (one) => `%${one.charCodeAt(0).toString(16).toUpperCase()}`)

/** Who signed a request, and whether it was this request. `secret` is null for an unknown key. */
export interface Signed {
  readonly keyId: string
  /** Unix seconds at which the signature ends. */
  readonly until: number
  /** Names of the signed headers. */
  readonly headers: readonly string[]
  isBy(secret: string): boolean
}

const headerOf = (request: IncomingMessage, name: string): string => String(request.headers[name] ?? '')

/** `Authorization: q-sign-algorithm=sha1&…` of COS. */
export function readCosSignature(request: IncomingMessage, url: URL): Signed | null {
  const fields = new URLSearchParams(headerOf(request, 'authorization').replaceAll('+', '%2B'))
  const listed = (name: string): readonly string[] => (fields.get(name) ?? '').split(';').filter((one) => one !== '')
  const keyTime = fields.get('q-key-time') ?? ''
  if (fields.get('q-sign-algorithm') !== 'sha1' || keyTime === '') return null
  const names = listed('q-header-list')
  const form = [
    (request.method ?? '').toLowerCase(),
    decodeURIComponent(url.pathname),
    listed('q-url-param-list')
      .map((name) => `${encode(name)}=${encode(valueOf(url, name))}`)
      .join('&'),
    names.map((name) => `${encode(name)}=${encode(headerOf(request, name))}`).join('&'),
    '',
  ].join('\n')
  const text = ['sha1', fields.get('q-sign-time'), digest('sha1', form), ''].join('\n')
  return {
    keyId: fields.get('q-ak') ?? '',
    until: Number(keyTime.split(';')[1]),
    headers: names,
    isBy(secret) {
      const key = hmac('sha1', secret, keyTime).toString('hex')
      return isSame(hmac('sha1', key, text).toString('hex'), fields.get('q-signature') ?? '')
    },
  }
}

/** COS compares names of the query in small letters. */
const valueOf = (url: URL, name: string): string =>
  [...url.searchParams].find(([given]) => given.toLowerCase() === name)?.[1] ?? ''

/** Version 4 of Amazon, in the header or in the query. */
export function readAwsSignature(request: IncomingMessage, url: URL): Signed | null {
  const inQuery = url.searchParams.has('X-Amz-Signature')
  const [, credential = '', signed = '', signature = ''] = inQuery
    ? ['', ...['Credential', 'SignedHeaders', 'Signature'].map((one) => url.searchParams.get(`X-Amz-${one}`) ?? '')]
    : (/^AWS4-HMAC-SHA256 Credential=(\S+), SignedHeaders=(\S+), Signature=(\S+)$/.exec(
        headerOf(request, 'authorization'),
      ) ?? [])
  const [keyId = '', ...scope] = credential.split('/')
  const [day = '', region = '', service = ''] = scope
  const time = inQuery ? (url.searchParams.get('X-Amz-Date') ?? '') : headerOf(request, 'x-amz-date')
  if (keyId === '' || time.slice(0, 8) !== day) return null
  const query = [...url.searchParams]
    .filter(([name]) => name !== 'X-Amz-Signature')
    .map(([name, value]) => `${encode(name)}=${encode(value)}`)
    .sort()
    .join('&')
  const names = signed.split(';')
  const form = [
    request.method,
    url.pathname,
    query,
    ...names.map((name) => `${name}:${headerOf(request, name).trim().replace(/\s+/g, ' ')}`),
    '',
    signed,
    inQuery ? 'UNSIGNED-PAYLOAD' : headerOf(request, 'x-amz-content-sha256'),
  ].join('\n')
  const text = ['AWS4-HMAC-SHA256', time, scope.join('/'), digest('sha256', form)].join('\n')
  const [, year, month, date, hour, minute, second] = /^(....)(..)(..)T(..)(..)(..)Z$/.exec(time) ?? []
  const begin = Date.UTC(Number(year), Number(month) - 1, Number(date), Number(hour), Number(minute), Number(second))
  const life = inQuery ? Number(url.searchParams.get('X-Amz-Expires')) : 900
  return {
    keyId,
    until: begin / 1000 + life,
    headers: names,
    isBy(secret) {
      const key = [day, region, service, 'aws4_request'].reduce<string | Buffer>(
        (made, part) => hmac('sha256', made, part),
        `AWS4${secret}`,
      )
      return isSame(hmac('sha256', key, text).toString('hex'), signature)
    },
  }
}

/** TC3 of the API of Tencent Cloud. */
export function readTc3Signature(request: IncomingMessage, body: string): Signed | null {
  const [, credential = '', signed = '', signature = ''] =
    /^TC3-HMAC-SHA256 Credential=(\S+), SignedHeaders=(\S+), Signature=(\S+)$/.exec(
      headerOf(request, 'authorization'),
    ) ?? []
  const [keyId = '', day = '', service = ''] = credential.split('/')
  const time = headerOf(request, 'x-tc-timestamp')
  if (keyId === '') return null
  const names = signed.split(';')
  const form = [
    'POST',
    '/',
    '',
    ...names.map((name) => `${name}:${headerOf(request, name).trim()}`),
    '',
    signed,
    digest('sha256', body),
  ].join('\n')
  const scope = `${day}/${service}/tc3_request`
  const text = ['TC3-HMAC-SHA256', time, scope, digest('sha256', form)].join('\n')
  return {
    keyId,
    until: Number(time) + 300,
    headers: names,
    isBy(secret) {
      const key = hmac('sha256', hmac('sha256', hmac('sha256', `TC3${secret}`, day), service), 'tc3_request')
      return isSame(hmac('sha256', key, text).toString('hex'), signature)
    },
  }
}
