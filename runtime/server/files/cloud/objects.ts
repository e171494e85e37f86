/**
 * Objects of a bucket. Amazon's protocol with its signature (version 4), which COS understands as well as MinIO and R2:
 * one client for all of them. Every function throws a CloudError when the store refuses or does not answer. The client
 * is loaded when it is used, because most sites keep their files themselves.
 */
import type { CloudAccount } from './account.ts'
import { CloudError } from './cloud-error.ts'
import { readAnswer, readBytes, shortened } from './read-answer.ts'

/** Milliseconds that one answer may take. */
const timeoutMs = 20_000
/** An answer in XML is never longer: a page of a list has a thousand entries. */
const maxAnswer = 2_000_000

interface StoreRequest {
  readonly method: 'GET' | 'HEAD' | 'POST' | 'PUT' | 'DELETE'
  readonly query?: Readonly<Record<string, string>>
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string
}

/** @param key of the object, "" = the bucket */
async function send(
  account: CloudAccount,
  key: string,
  { method, query = {}, headers = {}, body }: StoreRequest,
): Promise<Response> {
  const { key: access, region } = account
  const { AwsClient } = await import('aws4fetch')
  const client = new AwsClient({
    accessKeyId: access.id,
    secretAccessKey: access.secret,
    service: 's3',
    region,
    retries: 1,
  })
  try {
    return await client.fetch(addressOf(account, key, query), {
      method,
      headers,
      ...(body !== undefined && { body }),
      redirect: 'error',
      signal: AbortSignal.timeout(timeoutMs),
    })
  } catch (error) {
    throw new CloudError('upload.cloud.unreachable', '', error)
  }
}

function addressOf({ address }: CloudAccount, key: string, query: Readonly<Record<string, string>>): string {
  const text = new URLSearchParams(query).toString()
  return `${address}/${key}${text && `?${text}`}`
}

type Xml = Readonly<Record<string, unknown>>

async function readXml(response: Response): Promise<Xml> {
  const text = await readAnswer(response, maxAnswer).catch((error: unknown) => {
    throw new CloudError('upload.cloud.unreachable', '', error)
  })
  const { XMLParser } = await import('fast-xml-parser')
  const parser = new XMLParser({
    parseTagValue: false,
    isArray: (name) => name === 'Part' || name === 'Upload',
    processEntities: true,
  })
  try {
    const [[, content] = []] = Object.entries(parser.parse(text) as Xml).filter(([name]) => name !== '?xml')
    return typeof content === 'object' && content !== null ? (content as Xml) : {}
  } catch {
    return {}
  }
}

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '')

/** Throws unless the answer is a success. */
async function accept(response: Response): Promise<Response> {
  if (response.ok) return response
  const code = shortened(textOf((await readXml(response))['Code'])) || `HTTP ${response.status}`
  throw new CloudError(response.status >= 500 ? 'upload.cloud.unreachable' : 'upload.cloud.refused', code)
}

/** Accepts the answer to a deletion, of which nothing is read. */
async function end(response: Response): Promise<void> {
  if (response.status !== 404) await accept(response)
  if (!response.bodyUsed) await response.body?.cancel()
}

export interface StoredObject {
  /** Bytes. */
  readonly size: number
  /** Without parameters such as a charset. */
  readonly type: string
  readonly etag: string
}

/** What the bucket has under the key, or null. */
export async function describeObject(account: CloudAccount, key: string): Promise<StoredObject | null> {
  const response = await send(account, key, { method: 'HEAD' })
  if (response.status === 404) return null
  const { headers } = await accept(response)
  const [type = ''] = (headers.get('content-type') ?? '').split(';')
  return {
    size: Number(headers.get('content-length') ?? 0),
    type: type.trim().toLowerCase(),
    etag: headers.get('etag') ?? '',
  }
}

/** The first bytes of an object, provided that it is still the one that was described. */
export async function readBeginning(
  account: CloudAccount,
  key: string,
  { etag, bytes }: { readonly etag: string; readonly bytes: number },
): Promise<Buffer> {
  const response = await accept(
    await send(account, key, {
      method: 'GET',
      headers: { range: `bytes=0-${bytes - 1}`, ...(etag !== '' && { 'if-match': etag }) },
    }),
  )
  try {
    // A store that ignores the range must not fill the memory.
    return (await readBytes(response, bytes)).bytes
  } catch (error) {
    throw new CloudError('upload.cloud.unreachable', '', error)
  }
}

/** Nothing to do when it is gone. */
export async function deleteObject(account: CloudAccount, key: string): Promise<void> {
  await end(await send(account, key, { method: 'DELETE' }))
}

/** Puts an object under another key of its bucket. */
export async function moveObject(account: CloudAccount, from: string, to: string): Promise<void> {
  const source = `/${account.bucket}/${from}`
  const response = await accept(
    await send(account, to, { method: 'PUT', headers: { 'x-amz-copy-source': source, 'x-cos-copy-source': source } }),
  )
  const code = textOf((await readXml(response))['Code'])
  if (code !== '') throw new CloudError('upload.cloud.refused', shortened(code))
  await deleteObject(account, from)
}

/** An address under which anybody can download the object for so many seconds. */
export async function signDownload(
  account: CloudAccount,
  key: string,
  { seconds, disposition }: { readonly seconds: number; readonly disposition: string },
): Promise<string> {
  const url = addressOf(account, key, {
    'response-content-disposition': disposition,
    'X-Amz-Expires': String(seconds),
  })
  return sign(account, 'GET', url)
}

async function sign(
  { key, region }: CloudAccount,
  method: string,
  url: string,
  headers: Readonly<Record<string, string>> = {},
): Promise<string> {
  const { AwsV4Signer } = await import('aws4fetch')
  const signer = new AwsV4Signer({
    method,
    url,
    headers: { ...headers },
    accessKeyId: key.id,
    secretAccessKey: key.secret,
    service: 's3',
    region,
    signQuery: true,
    // The length of a slice is signed as well.
    allHeaders: true,
  })
  return (await signer.sign()).url.href
}

/** A slice that the store has. */
export interface StoredSlice {
  /** From 1. */
  readonly number: number
  readonly size: number
  readonly etag: string
}

/** Begins an object that is uploaded in slices. @returns the id of the upload */
export async function beginUpload(
  account: CloudAccount,
  key: string,
  headers: Readonly<Record<string, string>>,
): Promise<string> {
  const response = await accept(await send(account, key, { method: 'POST', query: { uploads: '' }, headers }))
  const id = textOf((await readXml(response))['UploadId'])
  if (id === '') throw new CloudError('upload.cloud.refused', 'UploadId')
  return id
}

/** The id of an upload of the key that was begun and not completed, or null. */
export async function findUpload(account: CloudAccount, key: string): Promise<string | null> {
  const response = await accept(await send(account, '', { method: 'GET', query: { uploads: '', prefix: key } }))
  const uploads = ((await readXml(response))['Upload'] ?? []) as readonly Xml[]
  return textOf(uploads.findLast((one) => textOf(one['Key']) === key)?.['UploadId']) || null
}

/** The slices of an upload; null when it does not exist, because it was completed or ended. */
export async function listSlices(
  account: CloudAccount,
  key: string,
  uploadId: string,
): Promise<readonly StoredSlice[] | null> {
  const response = await send(account, key, { method: 'GET', query: { uploadId } })
  if (response.status === 404) {
    await response.body?.cancel()
    return null
  }
  // A page has a thousand, and a file of two gigabytes four hundred.
  const parts = ((await readXml(await accept(response)))['Part'] ?? []) as readonly Xml[]
  return parts.map((part) => ({
    number: Number(part['PartNumber']),
    size: Number(part['Size']),
    etag: textOf(part['ETag']),
  }))
}

/** Where a browser sends a slice of exactly this length, for so many seconds. */
export function signSlice(
  account: CloudAccount,
  key: string,
  slice: { readonly uploadId: string; readonly number: number; readonly size: number; readonly seconds: number },
): Promise<string> {
  const { uploadId, number, size, seconds } = slice
  const query = { partNumber: String(number), uploadId, 'X-Amz-Expires': String(seconds) }
  return sign(account, 'PUT', addressOf(account, key, query), { 'content-length': String(size) })
}

const escapeXml = (text: string): string => text.replace(/[<>&"']/g, (one) => `&#${one.charCodeAt(0)};`)

/** Puts the slices together. */
export async function completeUpload(
  account: CloudAccount,
  key: string,
  { uploadId, slices }: { readonly uploadId: string; readonly slices: readonly StoredSlice[] },
): Promise<void> {
  const parts = slices.map(
    ({ number, etag }) => `<Part><PartNumber>${number}</PartNumber><ETag>${escapeXml(etag)}</ETag></Part>`,
  )
  const response = await accept(
    await send(account, key, {
      method: 'POST',
      query: { uploadId },
      headers: { 'content-type': 'application/xml' },
      body: `<CompleteMultipartUpload>${parts.join('')}</CompleteMultipartUpload>`,
    }),
  )
  // The store answers before it is done, so a failure comes in the body of a success.
  const code = textOf((await readXml(response))['Code'])
  if (code !== '') throw new CloudError('upload.cloud.refused', shortened(code))
}

/** Ends an upload; the store forgets its slices. */
export async function abortUpload(account: CloudAccount, key: string, uploadId: string): Promise<void> {
  await end(await send(account, key, { method: 'DELETE', query: { uploadId } }))
}
