/** Uploads to a cloud store: what the server signs, what it accepts, and what becomes of it (T53, T54, T55). */
import { createHash } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { startJobRunner } from '../../../runtime/server/operation/jobs/runner.ts'
import type { Scope } from '../../../runtime/server/operation/scope.ts'
import { createSettingsStore } from '../../../runtime/server/settings/store.ts'
import { defaultSettings } from '../../../runtime/server/settings/settings.ts'
import { deleteCloudObject } from '../../../runtime/server/files/cloud-deletion.ts'
import { findUploadDifferences } from '../../../runtime/server/files/storage-check.ts'
import {
  cosBucket,
  region,
  s3Bucket,
  siteKey,
  startCloudStore,
  type CloudStore,
} from '../../support/cloud/cloud-store.ts'
import { oneEngine } from '../../support/databases.ts'
import { runApp, type RunningApp } from '../http/running-app.ts'
import { partOf } from '../../support/part-of.ts'

interface Begun {
  readonly key: string
  readonly url: string
  readonly type: string
  readonly disposition: string
  readonly sliceSize: number
  readonly uploadId?: string
  readonly file?: { readonly id: number; readonly url: string }
}

const megabyte = 1024 * 1024
const sha1 = (bytes: Buffer): string => createHash('sha1').update(bytes).digest('hex')
const english = { 'think-lang': 'en' }

describe.each(oneEngine)('cloud uploads on $name (T54)', (engine) => {
  const folder = mkdtempSync(join(tmpdir(), 'tablewright-cloud-app-'))
  let store: CloudStore
  let running: RunningApp
  let token = ''
  beforeAll(async () => {
    store = await startCloudStore()
    running = await runApp(engine, {
      settings: defaultSettings({
        version: '',
        uploadFolder: join(folder, 'storage'),
        captcha: false,
        sts: store.origin,
      }),
    })
    token = await running.signIn()
  })
  beforeEach(() => {
    store.reset()
    store.fail()
  })
  afterAll(async () => {
    await running.dispose()
    await store.close()
    rmSync(folder, { recursive: true })
  })

  const call = <Data = Begun>(action: string, payload?: object, headers: object = {}) =>
    running.send<Data>(payload === undefined ? 'GET' : 'POST', `/admin/Cos/${action}`, {
      token,
      headers: { ...english, ...headers },
      ...(payload !== undefined && { payload }),
    })
  const setUp = (values: object) =>
    running.send('POST', '/admin/routine.Config/edit', { token, payload: values, headers: english })
  const keys = { upload_key_id: siteKey.id, upload_key_secret: siteKey.secret, upload_region: region }
  const useCos = () => setUp({ ...keys, upload_mode: 'cos', upload_bucket: cosBucket, upload_endpoint: store.origin })
  const useS3 = () => setUp({ ...keys, upload_mode: 's3', upload_bucket: s3Bucket, upload_endpoint: store.origin })
  const announce = (name: string, bytes: Buffer, topic = 'default') => ({
    name,
    size: bytes.length,
    sha1: sha1(bytes),
    topic,
  })
  const rowsOf = (url: string) =>
    running.database.query.selectFrom('attachment').selectAll().where('url', '=', url).execute()
  /** As a browser does it: every missing slice to the address that was signed for it. */
  const sendSlices = async (begun: Begun, bytes: Buffer) => {
    const { url, uploadId } = begun
    const { data } = await call<{ done: number[]; urls: Record<string, string> }>('slices', {
      url,
      uploadId,
      size: bytes.length,
    })
    for (const [number, address] of Object.entries(data.urls)) {
      const start = (Number(number) - 1) * begun.sliceSize
      const body = bytes.subarray(start, start + begun.sliceSize)
      expect((await fetch(address, { method: 'PUT', body: new Uint8Array(body) })).status).toBe(200)
    }
    return data
  }
  const uploadS3 = async (name: string, bytes: Buffer, topic = 'default') => {
    const { data: begun, msg } = await call('begin', announce(name, bytes, topic))
    expect(begun, msg).not.toBeNull()
    await sendSlices(begun, bytes)
    const accepted = { ...announce(name, bytes, topic), url: begun.url, uploadId: begun.uploadId }
    return { begun, answer: await call<{ file: Record<string, unknown> }>('callback', accepted) }
  }

  it('refuses settings with which nothing could be uploaded, and never sends the secret', async () => {
    expect(await setUp({ upload_mode: 'cos', upload_bucket: 'files' })).toMatchObject({
      code: 0,
      data: {
        errors: {
          upload_bucket: 'Bucket should format as "test-1250000000".',
          upload_region: expect.any(String) as string,
          upload_key_id: expect.any(String) as string,
          upload_key_secret: expect.any(String) as string,
        },
      },
    })
    const wrong = { upload_region: 'Guang Zhou', upload_endpoint: 'https://x.test/path', upload_prefix: '../up' }
    const { data } = await setUp(wrong)
    expect(Object.keys(partOf<{ errors: object }>(data).errors)).toEqual(Object.keys(wrong))
    expect(await useCos()).toMatchObject({ code: 1 })
    const { text } = await running.send('GET', '/admin/routine.Config/index', { token })
    expect(text).not.toContain(siteKey.secret)
    const rows = await running.database.query.selectFrom('config').selectAll().execute()
    expect(JSON.stringify(rows)).not.toContain(siteKey.secret)
    const log = await running.database.query.selectFrom('admin_log').selectAll().execute()
    expect(JSON.stringify(log)).not.toContain(siteKey.secret)
  })

  it('tells clients where the bucket is, and browsers that they may reach it', async () => {
    await useCos()
    const start = await running.send<{ siteConfig: { upload: object } }>('GET', '/admin/Index/index', { token })
    expect(start.data.siteConfig.upload).toMatchObject({
      mode: 'cos',
      params: { bucket: cosBucket, region, address: store.origin },
    })
    const policy = String((await running.app.inject('/')).headers['content-security-policy'])
    expect(policy).toContain(`connect-src 'self' ${store.origin};`)
    expect(policy).toContain(`img-src 'self' data: blob: ${store.origin};`)
    await setUp({ upload_mode: 'local' })
    expect(String((await running.app.inject('/')).headers['content-security-policy'])).toContain("connect-src 'self';")
    expect(await call('begin', announce('a.txt', Buffer.from('a')))).toMatchObject({
      code: 0,
      msg: expect.stringContaining('uploaded to this server') as string,
    })
  })

  it('tells clients why nothing can be uploaded', async () => {
    await useCos()
    await running.database.write((trx) =>
      trx.updateTable('config').set({ value: 'damaged' }).where('name', '=', 'upload_key_secret').execute(),
    )
    // Any change makes the settings be read again.
    await setUp({ record_number: 'ICP 2' })
    const { data } = await running.send<{ siteConfig: { upload: object } }>('GET', '/admin/Index/index', {
      token,
      headers: english,
    })
    expect(data.siteConfig.upload).toMatchObject({
      mode: 'cos',
      params: { error: 1, code: 'upload.cloud.key', message: expect.stringContaining('cannot be read') as string },
    })
    expect(await call('refreshToken')).toMatchObject({ code: 0, msg: expect.stringContaining('be read') as string })
  })

  it('issues a key of COS for half an hour and the folder of the account and day', async () => {
    await useCos()
    const { data } = await call<Record<string, unknown>>('refreshToken')
    const now = Date.now() / 1000
    expect(data).toEqual({
      tmpSecretId: expect.stringContaining('AKIDtemporary') as string,
      tmpSecretKey: expect.any(String) as string,
      sessionToken: expect.any(String) as string,
      startTime: expect.any(Number) as number,
      expiredTime: expect.any(Number) as number,
      prefix: expect.stringMatching(/^cloud\/admin\/1\/\d{8}\/$/) as string,
    })
    expect(Number(data['expiredTime']) - now).toBeLessThanOrEqual(1800)
    expect(store.policies[0]).toContain(String(data['prefix']))
    expect(store.policies[0]).not.toMatch(/text\/html|svg|javascript/)
  })

  it('says what the store refuses, and that it does not answer', async () => {
    await setUp({ upload_key_secret: 'wrong' })
    expect(await call('refreshToken')).toMatchObject({
      code: 0,
      msg: expect.stringContaining('AuthFailure.SignatureFailure') as string,
    })
    await useS3()
    await setUp({ upload_key_secret: 'wrong' })
    expect(await call('begin', announce('a.txt', Buffer.from('a')))).toMatchObject({
      code: 0,
      msg: expect.stringContaining('SignatureDoesNotMatch') as string,
    })
    await useS3()
    store.fail(503, 'SlowDown')
    expect(await call('begin', announce('a.txt', Buffer.from('a')))).toMatchObject({
      code: 0,
      msg: expect.stringContaining('does not answer') as string,
    })
  })

  it('accepts what a browser sent in slices, once', async () => {
    await useS3()
    const bytes = Buffer.alloc(9 * megabyte, 'slices ')
    const { begun, answer } = await uploadS3('report.txt', bytes, 'cloudy')
    expect(begun).toMatchObject({ type: 'text/plain', disposition: 'attachment', sliceSize: 5 * megabyte })
    expect(begun.url).toMatch(new RegExp(`^/cloud/admin/1/\\d{8}/cloudy/report${sha1(bytes)}-${bytes.length}\\.txt$`))
    expect(answer).toMatchObject({
      code: 1,
      data: {
        file: {
          url: begun.url,
          full_url: begun.url,
          name: 'report.txt',
          size: bytes.length,
          mimetype: 'text/plain',
          storage: 's3/admin/1',
          sha1: sha1(bytes),
          topic: 'cloudy',
        },
      },
    })
    expect(await store.file(begun.key)).toEqual({
      size: bytes.length,
      sha1: sha1(bytes),
      type: 'text/plain',
      disposition: 'attachment',
    })
    // The answer was lost: the client tells it again.
    const again = { ...announce('report.txt', bytes, 'cloudy'), url: begun.url, uploadId: begun.uploadId }
    expect(await call('callback', again)).toMatchObject({ code: 1, data: { file: { url: begun.url } } })
    expect(await rowsOf(begun.url)).toMatchObject([{ quote: 2, admin_id: 1 }])
    // What is there is not sent again.
    const known = await call('begin', announce('other name.txt', bytes, 'cloudy'))
    expect(known.data.file).toMatchObject({ url: begun.url })
    expect(await rowsOf(begun.url)).toMatchObject([{ quote: 3 }])
  })

  it('goes on with the slices that are missing, also after a reload of the page', async () => {
    await useS3()
    const bytes = Buffer.alloc(6 * megabyte, 'go on ')
    const { data: begun } = await call('begin', announce('go.txt', bytes))
    const slices = await call<{ urls: Record<string, string> }>('slices', { ...begun, size: bytes.length })
    await fetch(slices.data.urls['1'] ?? '', { method: 'PUT', body: new Uint8Array(bytes.subarray(0, 5 * megabyte)) })
    const { data: second } = await call('begin', announce('go.txt', bytes))
    expect(second.uploadId).toBe(begun.uploadId)
    expect(await sendSlices(second, bytes)).toMatchObject({ done: [1], urls: { 2: expect.any(String) as string } })
    expect([...store.slices]).toEqual([
      [1, 1],
      [2, 1],
    ])
    // Incomplete ones are not accepted.
    const { data: third } = await call('begin', announce('part.txt', bytes, 'parts'))
    const early = { ...announce('part.txt', bytes, 'parts'), url: third.url, uploadId: third.uploadId }
    expect(await call('callback', early)).toMatchObject({
      code: 0,
      msg: expect.stringContaining('announced') as string,
    })
    expect(await call('abort', third)).toMatchObject({ code: 1 })
    expect(store.actions).toContain('AbortMultipartUpload')
  })

  it('signs slices of exactly their length, for a quarter of an hour', async () => {
    await useS3()
    const bytes = Buffer.alloc(6 * megabyte, 1)
    const { data: begun } = await call('begin', announce('length.txt', bytes))
    const { data } = await call<{ urls: Record<string, string> }>('slices', { ...begun, size: bytes.length })
    const address = new URL(data.urls['2'] ?? '')
    expect(address.searchParams.get('X-Amz-SignedHeaders')).toBe('content-length;host')
    expect(address.searchParams.get('X-Amz-Expires')).toBe('900')
    const longer = await fetch(address, { method: 'PUT', body: new Uint8Array(2 * megabyte) })
    expect(longer.status).toBe(403)
    expect(address.href).not.toContain(siteKey.secret)
  })

  it('T81: signs slices of the announced file only, and of none that is not allowed any more', async () => {
    await useS3()
    const bytes = Buffer.alloc(6 * megabyte, 2)
    const { data: begun } = await call('begin', announce('announced.txt', bytes))
    const sign = async (size = bytes.length) => (await call<{ urls: object } | null>('slices', { ...begun, size })).msg
    expect(await sign(bytes.length + 1)).toMatch(/announced/)
    for (const [name, value, usual, reason] of [
      ['upload_size', '1mb', '10mb', /size/],
      [
        'upload_types',
        'png',
        'jpg, jpeg, png, webp, gif, pdf, doc, docx, xls, xlsx, ppt, pptx, txt, csv, zip, rar, mp3, wav, mp4',
        /type/,
      ],
      ['upload_quota', 1, 1000, /1 MB/],
    ] as const) {
      expect((await setUp({ [name]: value })).code).toBe(1)
      expect(await sign()).toMatch(reason)
      expect((await setUp({ [name]: usual })).code).toBe(1)
    }
    expect(await sign()).not.toMatch(/\w{3}/)
  })

  it('reads the size of pictures, and refuses what is none', async () => {
    await useS3()
    const png = await sharp({ create: { width: 30, height: 20, channels: 3, background: '#246' } })
      .png()
      .toBuffer()
    const { begun, answer } = await uploadS3('photo.png', png)
    expect(answer.data.file).toMatchObject({ width: 30, height: 20, mimetype: 'image/png' })
    expect(begun.disposition).toBe('inline')
    const html = Buffer.from('<html><script>alert(1)</script></html>')
    const hostile = await uploadS3('page.png', html)
    expect(hostile.answer).toMatchObject({ code: 0, data: { reason: 'invalid' } })
    expect(await store.file(hostile.begun.key)).toBeNull()
    const wrong = await uploadS3('program.pdf', html)
    expect(wrong.answer.msg).toContain('not PDF')
    expect(await store.file(wrong.begun.key)).toBeNull()
  })

  it.each([
    ['an ending', { name: 'page.html' }],
    ['a drawing', { name: 'drawing.svg' }],
    ['no name', { name: '' }],
    ['no size', { size: 0 }],
    ['more than the limit', { size: 11 * megabyte + 1 }],
    ['no hash', { sha1: 'x' }],
    ['a purpose', { topic: '../up' }],
  ])('refuses before anything is sent: %s', async (_what, change) => {
    await useS3()
    const file = { ...announce('a.txt', Buffer.from('a')), ...change }
    expect(await call('begin', file)).toMatchObject({ code: 0, data: { reason: 'invalid' } })
    expect(store.actions).toEqual([])
  })

  it.each([
    ['of another account', (url: string) => url.replace('/admin/1/', '/admin/2/')],
    ['of a member with the same number', (url: string) => url.replace('/admin/1/', '/member/1/')],
    ['outside the folder', (url: string) => url.replace('/cloud/', '/cloud/other/')],
    ['that climbs', (url: string) => url.replace('/admin/1/', '/admin/1/../2/')],
    ['of a script', () => 'javascript:alert(1)'],
    ['of another host', (url: string) => `http://169.254.169.254${url}`],
    ['of the server itself', () => '/storage/default/20260101/a.txt'],
    ['with another ending', (url: string) => url.replace('.txt', '.html')],
  ])('does not accept an address %s (T54)', async (_what, change) => {
    await useS3()
    const bytes = Buffer.from('forged')
    const { data: begun } = await call('begin', announce('forged.txt', bytes))
    store.reset()
    const uploaded = { ...announce('forged.txt', bytes), url: change(begun.url), uploadId: begun.uploadId }
    expect(await call('callback', uploaded)).toMatchObject({
      code: 0,
      msg: expect.stringContaining('address') as string,
    })
    expect(store.actions).toEqual([])
  })

  it.each([
    ['of another size', { size: 7 }, 'text/plain', Buffer.from('stored')],
    ['of another type', {}, 'text/html', Buffer.from('stored')],
    ['with another content', {}, 'text/plain', Buffer.from('STORED')],
  ])('does not accept an object %s, and deletes it', async (_what, change, type, bytes) => {
    await useCos()
    const file = announce('stored.txt', Buffer.from('stored'))
    const { data: begun } = await call('begin', file)
    await store.put(begun.key, bytes, type)
    expect(await call('callback', { ...file, ...change, url: begun.url })).toMatchObject({
      code: 0,
      msg: expect.stringContaining('not the one that was announced') as string,
    })
    expect(await store.file(begun.key)).toBeNull()
    expect(await call('callback', { ...file, url: begun.url })).toMatchObject({
      msg: expect.stringContaining('did not arrive') as string,
    })
  })

  it('leads from the address to the store, for accepted objects only', async () => {
    await useCos()
    const bytes = Buffer.from('served')
    const file = announce('报告 1.txt', bytes, 'served')
    const { data: begun } = await call('begin', file)
    await store.put(begun.key, bytes, begun.type)
    expect((await running.app.inject(begun.url)).statusCode).toBe(404)
    const accepted = await call('callback', { ...file, url: `${store.origin}${begun.url}` })
    expect(accepted).toMatchObject({ code: 1, data: { file: { url: begun.url, storage: 'cos/admin/1' } } })
    const { headers, statusCode } = await running.app.inject(begun.url)
    expect(statusCode).toBe(302)
    const served = await fetch(String(headers.location))
    expect(await served.text()).toBe('served')
    expect(served.headers.get('content-disposition')).toBe("attachment; filename*=UTF-8''%E6%8A%A5%E5%91%8A%201.txt")
    expect((await fetch(`${String(headers.location)}0`)).status).toBe(403)
    await setUp({ upload_domain: 'https://cdn.example.com', upload_mode: 'local' })
    expect((await running.app.inject(begun.url)).headers.location).toBe(`https://cdn.example.com${begun.url}`)
    await setUp({ upload_domain: '' })
    expect((await running.app.inject('/cloud/admin/1/20260101/none.txt')).statusCode).toBe(404)
  })

  it('T74: keeps private files below private/, served by signed addresses of ten minutes', async () => {
    await useS3()
    const bytes = Buffer.from('for certain eyes')
    const announced = { ...announce('secret.txt', bytes, 'hidden'), access: 'ticket' }
    const { data: begun } = await call('begin', announced)
    await sendSlices(begun, bytes)
    const uploaded = { ...announced, url: begun.url, uploadId: begun.uploadId }
    const { data } = await call<{ file: { full_url: string } }>('callback', uploaded)
    await setUp({ upload_domain: 'https://cdn.example.com' })
    expect((await running.app.inject(begun.url)).statusCode).toBe(404)
    const { headers, statusCode } = await running.app.inject(data.file.full_url)
    expect([statusCode, headers['cache-control']]).toEqual([302, 'no-store'])
    const address = new URL(String(headers.location))
    expect(address.pathname).toBe(`/${s3Bucket}/private/${begun.key}`)
    expect(address.searchParams.get('X-Amz-Expires')).toBe('600')
    expect(await (await fetch(address)).text()).toBe('for certain eyes')
    await setUp({ upload_domain: '' })
  })

  it('is no missing file for the doctor', async () => {
    await useCos()
    const [{ url } = { url: '' }] = await running.database.query
      .selectFrom('attachment')
      .select('url')
      .where('topic', '=', 'served')
      .execute()
    const database = running.database
    const settings = defaultSettings({ version: '', uploadFolder: join(folder, 'storage') })
    const differences = await findUploadDifferences(database, settings)
    expect(differences.filter((one) => one.url === url)).toEqual([])
  })

  it('deletes the object with its attachment, and says why it cannot', async () => {
    await useCos()
    const rows = await running.database.query
      .selectFrom('attachment')
      .select(['id', 'url'])
      .where('topic', '=', 'served')
      .execute()
    const [row] = rows
    const key = String(row?.url).slice(1)
    const base = defaultSettings({ version: '', uploadFolder: join(folder, 'storage'), sts: store.origin })
    const site = createSettingsStore(running.database, base)
    const errors: string[] = []
    store.fail(403, 'AccessDenied')
    const remove = await running.send('DELETE', `/admin/routine.Attachment/del?ids[]=${row?.id}`, { token })
    expect(remove).toMatchObject({ code: 1 })
    const runner = startJobRunner(
      {
        jobs: [{ ...deleteCloudObject, pauses: [0, 0, 0, 0, 0, 0, 0] }],
        scope: async () => partOf<Scope>({ database: running.database, settings: await site.current() }),
        onError: (error) => {
          errors.push(String(error))
          store.fail()
        },
      },
      running.database,
    )
    try {
      await expect.poll(() => store.file(key)).toBeNull()
    } finally {
      await runner.stop()
    }
    expect(errors[0]).toContain('AccessDenied')
  })

  it('counts against the quota of the account', async () => {
    await useS3()
    await setUp({ upload_quota: 1 })
    const bytes = Buffer.alloc(2 * megabyte, 'quota')
    expect(await call('begin', announce('quota.txt', bytes))).toMatchObject({
      code: 0,
      msg: expect.stringContaining('1 MB') as string,
    })
    await setUp({ upload_quota: 1000 })
  })

  it('answers nobody who is not signed in, and a limited number of calls', async () => {
    for (const action of ['begin', 'slices', 'abort', 'callback'])
      expect(await running.send('POST', `/admin/Cos/${action}`, { payload: {} })).toMatchObject({ code: 302 })
    expect(await running.send('GET', '/admin/Cos/refreshToken')).toMatchObject({ code: 302 })
    await useCos()
    let refused = null
    for (let at = 0; at < 40 && !refused; at += 1) {
      const answer = await call('refreshToken')
      if (answer.code !== 1) refused = answer
    }
    expect(refused).toMatchObject({ code: 0, headers: { 'retry-after': expect.anything() as string } })
  })
})
