/**
 * A cloud store on loopback: a bucket that speaks the protocols of COS and of S3, and the service that issues temporary
 * keys. It checks every signature, keeps what it received on the disk, and fails where a test wants it to.
 */
import { createHash, randomBytes, randomUUID } from 'node:crypto'
import { createReadStream, createWriteStream, mkdtempSync, rmSync } from 'node:fs'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { isAllowed } from './policy.ts'
import { readAwsSignature, readCosSignature, readTc3Signature } from './signatures.ts'

export const siteKey = { id: 'AKIDsite0key', secret: 's3cret/of+the=site' }
export const cosBucket = 'test-1250000000'
export const s3Bucket = 'files'
export const region = 'ap-guangzhou'

/**
 * What happens to a slice: `fail` answers 500, `cut` ends the connection after half of it, `lose` stores it and ends
 * the connection before the answer, `hold` does not store it and never answers.
 */
type SliceFate = 'take' | 'fail' | 'cut' | 'lose' | 'hold'

interface StoredFile {
  readonly size: number
  readonly sha1: string
  readonly type: string
  readonly disposition: string
}

export interface CloudStore {
  /** `http://127.0.0.1:1234` */
  readonly origin: string
  /** Names of what was done, in order: `InitiateMultipartUpload`, `UploadPart 3`, … */
  readonly actions: string[]
  /** Policies of the temporary keys that were issued. */
  readonly policies: string[]
  /** How often each slice arrived as a whole. */
  readonly slices: ReadonlyMap<number, number>
  /** Bytes of slices that arrived, those that were cut off included. */
  received(): number
  /** Decides about a slice before it is read; the attempt counts from 1. */
  onSlice(decide: (number: number, attempt: number) => SliceFate | Promise<SliceFate>): void
  /** Refuses all temporary keys issued so far, and the next address of a slice. */
  expire(): void
  /** Answers everything with this until it is called without. */
  fail(status?: number, code?: string): void
  /** Puts an object into the bucket of COS and S3. */
  put(key: string, bytes: Buffer, type: string): Promise<void>
  file(key: string): Promise<StoredFile | null>
  keys(): readonly string[]
  /** Forgets actions and counts. */
  reset(): void
  close(): Promise<void>
}

interface Part {
  readonly path: string
  readonly size: number
  readonly etag: string
}

interface Upload {
  readonly key: string
  readonly type: string
  readonly disposition: string
  readonly parts: Map<number, Part>
}

interface TemporaryKey {
  readonly secret: string
  readonly token: string
  readonly policy: string
  readonly issued: number
}

const quoted = (etag: string): string => etag.replaceAll('"', '&quot;')

class Refusal extends Error {
  readonly status: number
  readonly code: string
  constructor(status: number, code: string) {
    super(code)
    this.status = status
    this.code = code
  }
}

export async function startCloudStore(): Promise<CloudStore> {
  const folder = mkdtempSync(join(tmpdir(), 'tablewright-cloud-'))
  const objects = new Map<string, Upload & { readonly etag: string }>()
  const uploads = new Map<string, Upload>()
  const keys = new Map<string, TemporaryKey>()
  const actions: string[] = []
  const policies: string[] = []
  const slices = new Map<number, number>()
  const attempts = new Map<number, number>()
  let bytes = 0
  let count = 0
  let decide: (number: number, attempt: number) => SliceFate | Promise<SliceFate> = () => 'take'
  let failure: Refusal | null = null
  /** Temporary keys up to this one are over. */
  let expiredKeys = 0
  let hasExpired = false

  function issueKey(request: IncomingMessage, body: string): object {
    const signed = readTc3Signature(request, body)
    const isRight = signed?.keyId === siteKey.id && signed.isBy(siteKey.secret) && signed.headers.includes('host')
    if (!isRight) return { Response: { Error: { Code: 'AuthFailure.SignatureFailure', Message: 'wrong' } } }
    const input = JSON.parse(body) as { readonly Policy: string; readonly DurationSeconds: number }
    const key = {
      secret: randomBytes(16).toString('base64'),
      token: randomUUID(),
      policy: decodeURIComponent(input.Policy),
      issued: ++count,
    }
    const id = `AKIDtemporary${count}`
    keys.set(id, key)
    policies.push(key.policy)
    return {
      Response: {
        Credentials: { TmpSecretId: id, TmpSecretKey: key.secret, Token: key.token },
        ExpiredTime: Math.floor(Date.now() / 1000) + input.DurationSeconds,
      },
    }
  }

  /** Throws a Refusal unless the request is signed by somebody who may do this. */
  function authorize(request: IncomingMessage, url: URL, action: string, place: string): void {
    const now = Date.now() / 1000
    const cos = readCosSignature(request, url)
    const signed = cos ?? readAwsSignature(request, url)
    if (!signed || !signed.headers.includes('host')) throw new Refusal(403, 'AccessDenied')
    const temporary = keys.get(signed.keyId)
    const secret = temporary?.secret ?? (signed.keyId === siteKey.id ? siteKey.secret : null)
    if (secret === null) throw new Refusal(403, 'InvalidAccessKeyId')
    if (!signed.isBy(secret)) throw new Refusal(403, 'SignatureDoesNotMatch')
    if (signed.until < now) throw new Refusal(403, 'AccessDenied')
    const isPresigned = url.searchParams.has('X-Amz-Signature')
    if (isPresigned && request.method === 'PUT' && !signed.headers.includes('content-length'))
      throw new Refusal(403, 'AccessDenied')
    if (!temporary) return
    if (request.headers['x-cos-security-token'] !== temporary.token) throw new Refusal(403, 'InvalidToken')
    if (temporary.issued <= expiredKeys) throw new Refusal(403, 'ExpiredToken')
    const type = String(request.headers['content-type'] ?? '')
    const length = Number(request.headers['content-length'] ?? 0)
    if (!isAllowed(temporary.policy, { action, place, type, length })) throw new Refusal(403, 'AccessDenied')
  }

  async function takeSlice(request: IncomingMessage, response: ServerResponse, upload: Upload, number: number) {
    const attempt = (attempts.get(number) ?? 0) + 1
    attempts.set(number, attempt)
    const fate = await decide(number, attempt)
    if (fate === 'fail') {
      request.resume()
      throw new Refusal(500, 'InternalError')
    }
    const length = Number(request.headers['content-length'])
    const path = join(folder, randomUUID())
    const file = createWriteStream(path)
    const hash = createHash('md5')
    let size = 0
    try {
      for await (const chunk of request as AsyncIterable<Buffer>) {
        size += chunk.length
        bytes += chunk.length
        hash.update(chunk)
        if (!file.write(chunk)) await new Promise<void>((resolve) => file.once('drain', () => resolve()))
        if (fate === 'cut' && size >= length / 2) {
          request.destroy()
          return
        }
      }
    } catch {
      return
    } finally {
      await new Promise<void>((resolve) => file.end(() => resolve()))
    }
    if (size !== length || fate === 'hold') return
    slices.set(number, (slices.get(number) ?? 0) + 1)
    actions.push(`UploadPart ${number}`)
    const etag = `"${hash.digest('hex')}"`
    upload.parts.set(number, { path, size, etag })
    if (fate === 'lose') {
      request.socket.destroy()
      return
    }
    response.writeHead(200, { etag }).end()
  }

  const xml = (response: ServerResponse, text: string, status = 200): void => {
    const body = `<?xml version="1.0" encoding="UTF-8"?>${text}`
    response.writeHead(status, { 'content-type': 'application/xml', 'content-length': Buffer.byteLength(body) })
    response.end(body)
  }
  const uploadOf = (id: string, key: string): Upload => {
    const upload = uploads.get(id)
    if (upload?.key !== key) throw new Refusal(404, 'NoSuchUpload')
    return upload
  }
  const sizeOf = ({ parts }: Upload): number => [...parts.values()].reduce((sum, { size }) => sum + size, 0)

  async function sha1Of({ parts }: Upload): Promise<string> {
    const hash = createHash('sha1')
    for (const [, { path }] of [...parts].toSorted(([one], [other]) => one - other))
      for await (const chunk of createReadStream(path)) hash.update(chunk as Buffer)
    return hash.digest('hex')
  }

  async function serveObject(request: IncomingMessage, response: ServerResponse, key: string, url: URL) {
    const object = objects.get(key)
    if (!object) throw new Refusal(404, 'NoSuchKey')
    const size = sizeOf(object)
    const [, last] = /^bytes=0-(\d+)$/.exec(String(request.headers['range'] ?? '')) ?? []
    const end = last === undefined ? size : Math.min(size, Number(last) + 1)
    const headers = {
      'content-type': object.type,
      'content-disposition': url.searchParams.get('response-content-disposition') ?? object.disposition,
      'content-length': end,
      etag: object.etag,
    }
    const match = request.headers['if-match']
    if (match !== undefined && match !== object.etag) throw new Refusal(412, 'PreconditionFailed')
    response.writeHead(last === undefined ? 200 : 206, headers)
    if (request.method === 'HEAD') return void response.end()
    let sent = 0
    for (const [, { path }] of [...object.parts].toSorted(([one], [other]) => one - other))
      for await (const chunk of createReadStream(path)) {
        const part = (chunk as Buffer).subarray(0, end - sent)
        sent += part.length
        if (part.length > 0) response.write(part)
      }
    response.end()
  }

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = new URL(request.url ?? '/', `http://${request.headers.host}`)
    const body = async (): Promise<string> => {
      const chunks: Buffer[] = []
      for await (const chunk of request as AsyncIterable<Buffer>) chunks.push(chunk)
      return Buffer.concat(chunks).toString('utf8')
    }
    response.setHeader('access-control-allow-origin', '*')
    response.setHeader('access-control-expose-headers', 'ETag, x-cos-request-id')
    if (request.method === 'OPTIONS') {
      response.writeHead(204, {
        'access-control-allow-methods': 'GET, HEAD, PUT, POST, DELETE',
        'access-control-allow-headers': String(request.headers['access-control-request-headers'] ?? ''),
      })
      return void response.end()
    }
    if (failure) throw failure
    if ('x-tc-action' in request.headers) {
      const text = JSON.stringify(issueKey(request, await body()))
      return void response.writeHead(200, { 'content-type': 'application/json' }).end(text)
    }
    const isS3 = url.pathname === `/${s3Bucket}/` || url.pathname.startsWith(`/${s3Bucket}/`)
    const key = decodeURIComponent(url.pathname.slice(isS3 ? s3Bucket.length + 2 : 1))
    const uploadId = url.searchParams.get('uploadId') ?? ''
    const act = (action: string, place = key): void => {
      authorize(request, url, action, `${isS3 ? s3Bucket : cosBucket}/${place}`)
      if (action !== 'UploadPart') actions.push(action)
    }
    const { method } = request
    if (method === 'GET' && url.searchParams.has('uploads')) {
      const prefix = url.searchParams.get('prefix') ?? ''
      act('ListMultipartUploads', prefix)
      const found = [...uploads].filter(([, upload]) => upload.key.startsWith(prefix))
      const list = found.map(([id, one]) => `<Upload><Key>${one.key}</Key><UploadId>${id}</UploadId></Upload>`)
      return xml(
        response,
        `<ListMultipartUploadsResult><IsTruncated>false</IsTruncated>${list.join('')}</ListMultipartUploadsResult>`,
      )
    }
    if (method === 'POST' && url.searchParams.has('uploads')) {
      act('InitiateMultipartUpload')
      const id = randomUUID()
      const type = String(request.headers['content-type'] ?? '')
      const disposition = String(request.headers['content-disposition'] ?? '')
      uploads.set(id, { key, type, disposition, parts: new Map() })
      return xml(
        response,
        `<InitiateMultipartUploadResult><Key>${key}</Key><UploadId>${id}</UploadId></InitiateMultipartUploadResult>`,
      )
    }
    if (method === 'PUT' && uploadId !== '') {
      const number = Number(url.searchParams.get('partNumber'))
      try {
        act('UploadPart')
        checkAddress(url)
      } catch (error) {
        // A client that is still sending would otherwise meet a reset connection in place of the answer.
        request.resume()
        throw error
      }
      return takeSlice(request, response, uploadOf(uploadId, key), number)
    }
    if (method === 'GET' && uploadId !== '') {
      act('ListParts')
      const parts = [...uploadOf(uploadId, key).parts].toSorted(([one], [other]) => one - other)
      const list = parts.map(
        ([number, { size, etag }]) =>
          `<Part><PartNumber>${number}</PartNumber><Size>${size}</Size><ETag>${quoted(etag)}</ETag></Part>`,
      )
      return xml(response, `<ListPartsResult><IsTruncated>false</IsTruncated>${list.join('')}</ListPartsResult>`)
    }
    if (method === 'POST' && uploadId !== '') {
      act('CompleteMultipartUpload')
      const upload = uploadOf(uploadId, key)
      const text = (await body()).replaceAll(/&quot;|&#34;|"/g, '')
      const given = [...text.matchAll(/<PartNumber>(\d+)<\/PartNumber>\s*<ETag>([^<]*)<\/ETag>/g)]
      const isRight = given.every(
        ([, number, etag]) => upload.parts.get(Number(number))?.etag.replaceAll('"', '') === etag,
      )
      if (!isRight || given.length !== upload.parts.size) throw new Refusal(400, 'InvalidPart')
      const etag = `"${createHash('md5').update(given.join()).digest('hex')}-${given.length}"`
      objects.set(key, { ...upload, etag })
      uploads.delete(uploadId)
      return xml(
        response,
        `<CompleteMultipartUploadResult><Key>${key}</Key><ETag>${quoted(etag)}</ETag></CompleteMultipartUploadResult>`,
      )
    }
    if (method === 'DELETE' && uploadId !== '') {
      act('AbortMultipartUpload')
      uploadOf(uploadId, key)
      uploads.delete(uploadId)
      return void response.writeHead(204).end()
    }
    const source = request.headers['x-amz-copy-source']
    if (method === 'PUT' && typeof source === 'string') {
      act('PutObject')
      const object = objects.get(source.split('/').slice(2).join('/'))
      if (!object) throw new Refusal(404, 'NoSuchKey')
      objects.set(key, object)
      return xml(response, `<CopyObjectResult><ETag>${quoted(object.etag)}</ETag></CopyObjectResult>`)
    }
    if (method === 'HEAD' || method === 'GET') {
      act(method === 'HEAD' ? 'HeadObject' : 'GetObject')
      return serveObject(request, response, key, url)
    }
    if (method === 'DELETE') {
      act('DeleteObject')
      objects.delete(key)
      return void response.writeHead(204).end()
    }
    throw new Refusal(405, 'MethodNotAllowed')
  }

  /** Refuses the first address of a slice that is used after `expire()`. */
  function checkAddress(url: URL): void {
    if (!hasExpired || !url.searchParams.has('X-Amz-Signature')) return
    hasExpired = false
    throw new Refusal(403, 'AccessDenied')
  }

  const sockets = new Set<Socket>()
  const server = createServer((request, response) => {
    answer(request, response).catch((error: unknown) => {
      if (response.headersSent || response.destroyed) return response.destroy()
      const { status, code } = error instanceof Refusal ? error : new Refusal(500, String(error))
      if (status === 404 && request.method === 'HEAD') return response.writeHead(404).end()
      return xml(response, `<Error><Code>${code}</Code><Message>${code}</Message></Error>`, status)
    })
  })
  server.on('connection', (socket) => {
    sockets.add(socket)
    socket.on('close', () => sockets.delete(socket))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    actions,
    policies,
    slices,
    received: () => bytes,
    onSlice: (next) => {
      decide = next
    },
    expire() {
      expiredKeys = count
      hasExpired = true
    },
    fail: (status, code = '') => {
      failure = status === undefined ? null : new Refusal(status, code)
    },
    async put(key, content, type) {
      const path = join(folder, randomUUID())
      const file = createWriteStream(path)
      await new Promise<void>((resolve) => file.end(content, () => resolve()))
      const part = { path, size: content.length, etag: `"${createHash('md5').update(content).digest('hex')}"` }
      objects.set(key, { key, type, disposition: '', parts: new Map([[1, part]]), etag: part.etag })
    },
    async file(key) {
      const object = objects.get(key)
      if (!object) return null
      const { type, disposition } = object
      return { size: sizeOf(object), sha1: await sha1Of(object), type, disposition }
    },
    keys: () => [...objects.keys()],
    reset() {
      actions.length = 0
      policies.length = 0
      slices.clear()
      attempts.clear()
      bytes = 0
      decide = () => 'take'
    },
    async close() {
      for (const socket of sockets) socket.destroy()
      await new Promise<void>((resolve) => server.close(() => resolve()))
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
