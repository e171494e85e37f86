/** A gateway on loopback in place of both providers: it computes every signature again. */
import { createHash, createHmac } from 'node:crypto'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'

const key = { id: 'key-1', secret: 'k3y-s3cret' }

export interface Gateway {
  readonly endpoint: string
  /** What it took: the number, the template and the values. */
  readonly received: { readonly mobile: string; readonly template: string; readonly values: unknown }[]
  /** Answers requests with this from now on, `null` = never; absent = takes them. */
  answerWith(next?: { readonly status: number; readonly body: object | string } | null): void
  close(): Promise<void>
}

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex')
const hmac = (secret: string | Buffer, text: string): Buffer => createHmac('sha256', secret).update(text).digest()

/** Settings of a site that sends its SMS through the gateway. */
export const accountAt = ({ endpoint }: Gateway) => ({
  sms_provider: 'aliyun',
  sms_key_id: key.id,
  sms_key_secret: key.secret,
  sms_sign: '木作',
  sms_endpoint: endpoint,
})

export async function startGateway(): Promise<Gateway> {
  const received: Gateway['received'] = []
  let next: Parameters<Gateway['answerWith']>[0]
  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const body = Buffer.concat(chunks).toString('utf8')
      if (next === null) return
      const isAliyun = 'x-acs-action' in request.headers
      const answer = next ?? (isAliyun ? takeAliyun(request, body) : takeTencent(request, body))
      response.writeHead(answer.status, { 'content-type': 'application/json' })
      response.end(typeof answer.body === 'string' ? answer.body : JSON.stringify(answer.body))
    })
  })

  function takeAliyun(request: IncomingMessage, body: string) {
    const [, credential, names = '', signature] =
      /^ACS3-HMAC-SHA256 Credential=(.+),SignedHeaders=(.+),Signature=(.+)$/.exec(
        request.headers.authorization ?? '',
      ) ?? []
    const query = (request.url ?? '').replace(/^\/\??/, '')
    const hash = sha256(canonical(request, names, query, body))
    const expected = hmac(key.secret, `ACS3-HMAC-SHA256\n${hash}`).toString('hex')
    const isRight =
      credential === key.id && signature === expected && request.headers['x-acs-content-sha256'] === sha256(body)
    if (!isRight) return { status: 400, body: { Code: 'SignatureDoesNotMatch', Message: 'wrong signature' } }
    const values = new URLSearchParams(query)
    received.push({
      mobile: values.get('PhoneNumbers') ?? '',
      template: values.get('TemplateCode') ?? '',
      values: JSON.parse(values.get('TemplateParam') ?? 'null'),
    })
    return { status: 200, body: { Code: 'OK', Message: 'OK', BizId: 'biz-1' } }
  }

  function takeTencent(request: IncomingMessage, body: string) {
    const [, credential, scope = '', names = '', signature] =
      /^TC3-HMAC-SHA256 Credential=([^/]+)\/(\S+), SignedHeaders=(\S+), Signature=(\S+)$/.exec(
        request.headers.authorization ?? '',
      ) ?? []
    const [day = '', service = ''] = scope.split('/')
    const time = request.headers['x-tc-timestamp']
    const text = ['TC3-HMAC-SHA256', time, scope, sha256(canonical(request, names, '', body))].join('\n')
    const derived = hmac(hmac(hmac(`TC3${key.secret}`, day), service), 'tc3_request')
    const isRight =
      credential === key.id &&
      signature === hmac(derived, text).toString('hex') &&
      day === new Date(Number(time) * 1000).toISOString().slice(0, 10)
    if (!isRight)
      return { status: 200, body: { Response: { Error: { Code: 'AuthFailure.SignatureFailure', Message: 'wrong' } } } }
    const { PhoneNumberSet, TemplateId, TemplateParamSet } = JSON.parse(body) as Record<string, never[]>
    received.push({ mobile: String(PhoneNumberSet?.[0]), template: String(TemplateId), values: TemplateParamSet })
    return { status: 200, body: { Response: { SendStatusSet: [{ Code: 'Ok', SerialNo: 'serial-1', Message: 'ok' }] } } }
  }

  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve))
  return {
    endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    received,
    answerWith: (answer) => void (next = answer),
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

/** Tencent signs the action in small letters. */
function canonical({ headers }: IncomingMessage, names: string, query: string, body: string): string {
  const lines = names.split(';').map((name) => {
    const value = String(headers[name])
    return `${name}:${name === 'x-tc-action' ? value.toLowerCase() : value}\n`
  })
  return ['POST', '/', query, lines.join(''), names, sha256(body)].join('\n')
}
