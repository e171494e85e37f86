/** What stores, key services and SMS providers answer is read up to a limit, and shown shortened. */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { sendToProvider } from '../../../runtime/modules/sms/server/providers.ts'
import type { CloudAccount } from '../../../runtime/server/files/cloud/account.ts'
import * as objects from '../../../runtime/server/files/cloud/objects.ts'
import { issueTemporaryKey } from '../../../runtime/server/files/cloud/temporary-key.ts'

let server: Server
let origin = ''
let answer: (request: IncomingMessage, response: ServerResponse) => void
/** Bytes that left the server with the answer before, once its connection has ended. */
let sent: Promise<number>

beforeAll(async () => {
  server = createServer((request, response) => answer(request, response))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})
afterAll(() => {
  server.closeAllConnections()
  server.close()
})

const accountOf = (): CloudAccount => ({
  mode: 's3',
  bucket: 'files-1250000000',
  region: 'ap-guangzhou',
  address: origin,
  domain: '',
  sts: origin,
  key: { id: 'id', secret: 'secret' },
})
const smsOf = (provider: 'aliyun' | 'tencent') => () =>
  sendToProvider(
    { provider, key: { id: 'id', secret: 'secret' }, sign: 'S', application: '1', region: 'r', endpoint: origin },
    { mobile: '13800138000', template: '1', values: [] },
    { begin: async () => undefined, signal: new AbortController().signal },
  )

const slice = { number: 1, size: 1, etag: 'e' }
const requests: Readonly<Record<string, () => Promise<unknown>>> = {
  'the start of an upload': () => objects.beginUpload(accountOf(), 'cloud/a.txt', {}),
  'the uploads of a key': () => objects.findUpload(accountOf(), 'cloud/a.txt'),
  'the slices of an upload': () => objects.listSlices(accountOf(), 'cloud/a.txt', 'u'),
  'the end of an upload': () => objects.completeUpload(accountOf(), 'cloud/a.txt', { uploadId: 'u', slices: [slice] }),
  'a temporary key': () => issueTemporaryKey(accountOf(), { folder: 'cloud/admin/1/', types: ['text/plain'] }),
  'a message by Aliyun': smsOf('aliyun'),
  'a message by Tencent Cloud': smsOf('tencent'),
}

describe('T81: an answer without an end', () => {
  beforeEach(() => {
    sent = new Promise((resolve) => {
      answer = (_request, response) => {
        const piece = Buffer.alloc(65_536, ' ')
        const write = (): void => {
          while (!response.destroyed && response.write(piece));
        }
        response.on('drain', write)
        response.on('close', () => resolve(response.socket?.bytesWritten ?? 0))
        response.writeHead(200, { 'content-type': 'application/xml' })
        write()
      }
    })
  })

  it.each(Object.entries(requests))('of %s is left at the limit', async (_name, request) => {
    await expect(request()).rejects.toThrow()
    expect(await sent).toBeLessThan(40_000_000)
  })

  it('of an object, or of a deletion, is not received', async () => {
    const head = await objects.readBeginning(accountOf(), 'cloud/a.txt', { etag: '', bytes: 4096 })
    expect(head).toHaveLength(4096)
    expect(await sent).toBeLessThan(40_000_000)
    await objects.deleteObject(accountOf(), 'cloud/a.txt')
    await objects.abortUpload(accountOf(), 'cloud/a.txt', 'u')
  })
})

describe('what a service says', () => {
  it.each(Object.entries(requests))('to %s is shortened when it is a refusal', async (_name, request) => {
    const long = 'x'.repeat(20_000)
    answer = ({ headers }, response) => {
      const isXml = String(headers['authorization']).startsWith('AWS4')
      const json = { Code: long, Message: long, Response: { Error: { Code: long, Message: long } } }
      response.writeHead(400, { 'content-type': isXml ? 'application/xml' : 'application/json' })
      response.end(isXml ? `<Error><Code>${long}</Code></Error>` : JSON.stringify(json))
    }
    const error = await request().then(
      () => null,
      (refusal: Error) => refusal,
    )
    expect(error?.message).toContain('xxx')
    expect(error!.message.length).toBeLessThan(300)
  })

  it.each(Object.entries(requests))('to %s does not lead to another address', async (_name, request) => {
    const paths: string[] = []
    answer = ({ url = '' }, response) => {
      paths.push(url)
      response.writeHead(302, { location: `${origin}/elsewhere` }).end()
    }
    await expect(request()).rejects.toThrow()
    expect(paths).not.toContain('/elsewhere')
  })
})
