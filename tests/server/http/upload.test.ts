/** Pictures in and out: what is taken, what becomes of it, and what a hostile file may not do. */
import { createHash, randomBytes } from 'node:crypto'
import { existsSync, readFileSync, readdirSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { storeDrawing } from '../../../runtime/server/files/attachments.ts'
import { readPicture } from '../../../runtime/server/files/picture.ts'
import { defaultSettings } from '../../../runtime/server/settings/settings.ts'
import { engines, oneEngine } from '../../support/databases.ts'
import { form, type Part } from '../../support/multipart.ts'
import { runApp, type Answer, type RunningApp } from './running-app.ts'
import { partOf } from '../../support/part-of.ts'

interface Uploaded {
  file: {
    id: number
    url: string
    full_url: string
    name: string
    sha1: string
    width: number
    height: number
    size: number
    mimetype: string
    topic: string
    suffix: string
    storage: string
  }
}

const plain = (width = 12, height = 8) =>
  sharp({ create: { width, height, channels: 3, background: { r: 200, g: 30, b: 30 } } })
const png = await plain().png().toBuffer()
const jpg = await plain()
  .withExif({ IFD0: { Copyright: 'secret-place' } })
  .jpeg()
  .toBuffer()
const webp = await plain().webp().toBuffer()
const gif = await plain().gif().toBuffer()
const svg = Buffer.from(
  '<?xml version="1.0"?><svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><script>alert(1)</script></svg>',
)
const bareSvg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>')
const html = Buffer.from('<html><script>alert(1)</script></html>')

describe.each(oneEngine)('uploads on $name (T50, T51)', (engine) => {
  let running: RunningApp
  let token = ''
  beforeAll(async () => {
    running = await runApp(engine)
    token = await running.signIn()
  })
  afterAll(() => running.dispose())

  const upload = (parts: readonly Part[], query = ''): Promise<Answer<Uploaded>> => {
    const { payload, headers } = form(parts)
    return running.send<Uploaded>('POST', `/admin/ajax/upload${query}`, {
      payload,
      headers: { ...headers, 'think-lang': 'en' },
      token,
    })
  }
  const take = (file: string, bytes: Buffer, query = '') => upload([{ file, bytes }], query)

  it.each([
    ['photo.png', png, 'png', 'image/png'],
    ['photo.jpg', jpg, 'jpg', 'image/jpeg'],
    ['photo.JPEG', jpg, 'jpg', 'image/jpeg'],
    ['photo.webp', webp, 'webp', 'image/webp'],
    ['photo.gif', gif, 'gif', 'image/gif'],
  ])('takes %s', async (file, bytes, suffix, mimetype) => {
    const { code, data } = await take(file, bytes)
    expect(code).toBe(1)
    expect(data.file).toMatchObject({
      width: 12,
      height: 8,
      topic: 'default',
      storage: 'local',
      suffix,
      mimetype,
      name: `photo.${suffix}`,
    })
    expect(data.file.url).toMatch(new RegExp(`^/storage/default/\\d{8}/photo${data.file.sha1}\\.${suffix}$`))
    expect(data.file).not.toHaveProperty('quote')
    const path = join(running.folder, data.file.url)
    expect([statSync(path).mode & 0o777, statSync(dirname(path)).mode & 0o777]).toEqual([0o600, 0o700])
    const stored = await running.app.inject({ url: data.file.url })
    expect(stored.headers).toMatchObject({
      'content-type': mimetype,
      'x-content-type-options': 'nosniff',
      'content-security-policy': "default-src 'none'; sandbox",
      'cache-control': 'public, max-age=31536000, immutable',
      'content-disposition': 'inline',
    })
    expect(createHash('sha1').update(stored.rawPayload).digest('hex')).toBe(data.file.sha1)
    expect(stored.rawPayload.length).toBe(data.file.size)
  })

  it('removes the metadata of an image and rotates it upright', async () => {
    const turned = await plain(20, 10)
      .withMetadata({ orientation: 6 })
      .withExif({ IFD0: { Copyright: 'secret-place' } })
      .jpeg()
      .toBuffer()
    const { data } = await take('turned.jpg', turned)
    expect(data.file).toMatchObject({ width: 10, height: 20 })
    const stored = (await running.app.inject({ url: data.file.url })).rawPayload
    expect(stored.includes('secret-place')).toBe(false)
    expect((await sharp(stored).metadata()).exif).toBeUndefined()
  })

  it.each([
    ['tail.png', png],
    ['tail.gif', gif],
  ])('keeps nothing that was hung onto %s', async (file, bytes) => {
    const { data } = await take(file, Buffer.concat([bytes, html]))
    const stored = (await running.app.inject({ url: data.file.url })).rawPayload
    expect(stored.includes('<script>')).toBe(false)
  })

  it('keeps one frame of a moving picture', async () => {
    const moving = await sharp(Buffer.concat([Buffer.alloc(300, 0), Buffer.alloc(300, 255)]), {
      raw: { width: 10, height: 20, channels: 3, pageHeight: 10 },
    })
      .webp({ loop: 0, delay: [100, 100] })
      .toBuffer()
    expect((await sharp(moving).metadata()).pages).toBe(2)
    expect((await take('moving.webp', moving)).data.file).toMatchObject({ width: 10, height: 10 })
  })

  it.each([
    ['HTML as png', 'a.png', html],
    [
      'a GIF that is a script',
      'a.png',
      Buffer.concat([Buffer.from('GIF89a/*'), gif.subarray(8), Buffer.from('*/=1;alert(1)')]),
    ],
    ['SVG as png', 'a.png', svg],
    ['SVG without prolog as webp', 'a.webp', bareSvg],
    ['png as jpg', 'a.jpg', png],
    ['a cut png', 'a.png', png.subarray(0, 40)],
    ['noise', 'a.jpg', randomBytes(500)],
    ['a jpeg head and noise', 'a.jpg', Buffer.concat([jpg.subarray(0, 20), randomBytes(400)])],
  ])('refuses %s', async (_what, file, bytes) => {
    expect(await take(file, bytes)).toMatchObject({
      status: 200,
      code: 0,
      msg: 'The file is not a readable image. Use JPG, PNG, WebP or GIF.',
      data: { reason: 'invalid' },
    })
  })

  it.each(['scan.BMP', 'photo.heic', 'fax.tiff', 'a.svg'])(
    'names the format of %s and those it takes instead',
    async (file) => {
      expect(await take(file, png)).toMatchObject({
        code: 0,
        msg:
          `${file.split('.')[1]!.toUpperCase()} images are not supported. Save the image as JPG, PNG, WebP or ` +
          `GIF, then upload it again.`,
      })
    },
  )

  it.each([
    'a.html',
    'a.png.html',
    'a.php',
    'a',
    'png',
    'a.png ',
    'a.png.',
    'a.png;.html',
    'a.p\u202Eng',
    'a.png%00.html',
    '.htaccess',
  ])('refuses the name %j by its type', async (file) => {
    expect(await take(file, png)).toMatchObject({
      status: 200,
      code: 0,
      msg: 'The type of uploaded file is not allowed!',
    })
  })

  it.each([
    ['../../../etc/passwd.png', 'passwd.png', 'passwd'],
    ['..\\\\..\\\\boot.png', 'boot.png', 'boot'],
    ['%2e%2e%2fup.png', '%2e%2e%2fup.png', '2e2e2fup'],
    ['CON.png', 'CON.png', 'CON'],
    ['a!b;c$d.png', 'a!b;c$d.png', 'abcd'],
    ['left\u202Egnp.exe.png', 'leftgnp.exe.png', 'leftgnpexe'],
    ['商品照片.png', '商品照片.png', ''],
    [`${'n'.repeat(296)}.png`, `${'n'.repeat(100)}.png`, 'n'.repeat(15)],
    ['....png', '....png', ''],
    ['<img onerror=x>.png', 'img onerror=x.png', 'imgonerrorx'],
  ])('stores %j under a name of its own', async (file, name, path) => {
    const { data } = await take(file, png, `?topic=t${randomBytes(4).toString('hex')}`)
    expect(data.file.name).toBe(name)
    expect(data.file.url).toMatch(new RegExp(`^/storage/t[0-9a-f]{8}/\\d{8}/${path}${data.file.sha1}\\.png$`))
    expect((await running.app.inject({ url: data.file.url })).statusCode).toBe(200)
  })

  it('refuses an image above 10 MB', async () => {
    expect(await take('big.png', Buffer.concat([png, Buffer.alloc(10 * 1024 * 1024)]))).toMatchObject({
      status: 200,
      code: 0,
      msg: 'The size of the uploaded file exceeds the allowed range!',
    })
  })

  it('refuses more than 40 million pixels without decoding them', async () => {
    const wide = await sharp({ create: { width: 8000, height: 5001, channels: 3, background: '#fff' } })
      .png({ compressionLevel: 9 })
      .toBuffer()
    expect(await take('wide.png', wide)).toMatchObject({
      status: 200,
      code: 0,
      msg: expect.stringContaining('pixels') as string,
    })
  })

  it.each([
    ['an empty file', [{ file: 'a.png', bytes: '' }]],
    ['no file', [{ name: 'topic', bytes: 'x' }]],
    ['no part', []],
    ['a file in another field', [{ name: 'image', file: 'a.png', bytes: png }]],
  ] as [string, Part[]][])('refuses %s', async (_what, parts) => {
    expect(await upload(parts)).toMatchObject({
      status: 200,
      code: 0,
      msg: 'The data of the uploaded file is incomplete!',
    })
  })

  it('refuses a body that is no form', async () => {
    const answer = await running.send('POST', '/admin/ajax/upload', {
      payload: { file: 'x' },
      headers: { 'think-lang': 'en' },
      token,
    })
    expect(answer).toMatchObject({ status: 200, code: 0, msg: 'The data of the uploaded file is incomplete!' })
  })

  it.each([
    ['two files', Array.from({ length: 2 }, () => ({ file: 'a.png', bytes: png }))],
    ['eleven fields', Array.from({ length: 11 }, (_, at) => ({ name: `f${at}`, bytes: 'x' }))],
  ] as [string, Part[]][])('refuses %s', async (_what, parts) => {
    expect((await upload(parts)).status).toBe(413)
  })

  it('survives a form that ends too early', async () => {
    const { payload, headers } = form([{ file: 'a.png', bytes: png }])
    const answer = await running.send('POST', '/admin/ajax/upload', {
      payload: payload.subarray(0, payload.length - 30),
      headers,
      token,
    })
    expect(answer).toMatchObject({ status: 400, code: 400 })
  })

  it.each(['../up', 'a/b', 'x'.repeat(33), 'topic.x', '测试'])('refuses the topic %j', async (topic) => {
    expect((await take('a.png', png, `?topic=${encodeURIComponent(topic)}`)).code).toBe(0)
  })

  it('takes the topic from the form, too', async () => {
    expect(
      (
        await upload([
          { name: 'topic', bytes: 'brand' },
          { file: 'a.png', bytes: png },
        ])
      ).data.file.topic,
    ).toBe('brand')
  })

  it('keeps one row and one file for the same picture, and counts its uses', async () => {
    const bytes = await plain(31, 17).png().toBuffer()
    const [first, second] = [await take('one.png', bytes, '?topic=twice'), await take('two.png', bytes, '?topic=twice')]
    expect(second.data.file).toMatchObject({ id: first.data.file.id, url: first.data.file.url })
    const rows = await running.database.query
      .selectFrom('attachment')
      .selectAll()
      .where('topic', '=', 'twice')
      .execute()
    expect(rows.map((row) => row['quote'])).toEqual([2])
    expect(rows[0]).toMatchObject({ admin_id: 1, storage: 'local/admin/1', sha1: first.data.file.sha1 })
  })

  it('keeps one row when the same picture comes many times at once', async () => {
    const bytes = await plain(33, 19).png().toBuffer()
    const answers = await Promise.all(Array.from({ length: 8 }, () => take('race.png', bytes, '?topic=race')))
    expect(new Set(answers.map((answer) => answer.data.file.id)).size).toBe(1)
    const rows = await running.database.query
      .selectFrom('attachment')
      .select('quote')
      .where('topic', '=', 'race')
      .execute()
    expect(rows.map((row) => row['quote'])).toEqual([8])
  })

  it('writes a file that vanished again', async () => {
    const bytes = await plain(35, 21).png().toBuffer()
    const { url } = (await take('gone.png', bytes)).data.file
    const path = join(running.folder, url)
    const before = readFileSync(path)
    rmSync(path)
    expect((await running.app.inject({ url })).statusCode).toBe(404)
    await take('gone.png', bytes)
    expect((await running.app.inject({ url })).rawPayload.equals(before)).toBe(true)
    expect(readdirSync(dirname(path)).filter((name) => name.endsWith('.part'))).toEqual([])
  })

  it('stores as much as an account may upload in a day, however many come at once (T83)', async () => {
    const setQuota = (upload_quota: number) =>
      running.send('POST', '/admin/routine.Config/edit', { token, payload: { upload_quota } })
    await running.database.write((trx) => trx.deleteFrom('throttle').execute())
    await setQuota(1)
    // Two of 400 kB fit into 1 MB.
    const noise = await Promise.all(
      Array.from({ length: 5 }, () =>
        sharp(randomBytes(370 * 370 * 3), { raw: { width: 370, height: 370, channels: 3 } })
          .png({ compressionLevel: 0 })
          .toBuffer(),
      ),
    )
    expect(await take('broken.png', Buffer.alloc(900_000))).toMatchObject({ code: 0 })
    const answers = await Promise.all(noise.map((bytes) => take('noise.png', bytes)))
    expect(answers.filter(({ code }) => code === 1)).toHaveLength(2)
    expect(answers.find(({ code }) => code === 0)).toMatchObject({
      status: 200,
      msg: expect.stringContaining('1 MB that an account may upload in a day') as string,
      data: { reason: 'invalid' },
    })
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 86_400_000 })
    expect((await take('noise.png', noise[0]!)).code).toBe(1)
    vi.useRealTimers()
    await setQuota(1000)
  })

  const scopeOf = () => ({
    database: running.database,
    actor: null,
    settings: defaultSettings({ version: '', uploadFolder: join(running.folder, 'storage') }),
  })
  const box = '<svg xmlns="http://www.w3.org/2000/svg" width="64" height="48"><rect width="64" height="48"/></svg>'
  const drawing = (topic: string) => ({ name: 'product', topic, svg: box })

  it('leaves no file behind when its row cannot be stored, unless another upload uses it', async () => {
    const folder = join(running.folder, 'storage/unstored')
    const dayAndFiles = () => (existsSync(folder) ? readdirSync(folder, { recursive: true }) : [])
    const audit = () => Promise.reject(new Error('the log is full'))
    await expect(storeDrawing({ ...scopeOf(), audit }, drawing('unstored'))).rejects.toThrow('the log is full')
    expect(dayAndFiles()).toEqual([])
    // The other upload is faster, so that its row names the file that this one has written.
    const write = () => storeDrawing(scopeOf(), drawing('unstored')).then(() => Promise.reject(new Error('too late')))
    const database = new Proxy(running.database, {
      get: (target, name) => (name === 'write' ? write : (Reflect.get(target, name) as unknown)),
    })
    await expect(storeDrawing({ ...scopeOf(), database }, drawing('unstored'))).rejects.toThrow('too late')
    expect(dayAndFiles()).toHaveLength(2)
  })

  it('stores drawings of our own as pictures', async () => {
    const stored = await storeDrawing(scopeOf(), drawing('demo'))
    expect(stored).toMatchObject({ width: 64, height: 48, suffix: 'webp' })
    expect((await running.app.inject({ url: stored.url })).headers['content-type']).toBe('image/webp')
  })
})

describe('what uploads may use up (T83)', () => {
  const settings = defaultSettings({ version: '', uploadFolder: tmpdir(), captcha: false })

  it('decodes at most as many pixels at once as the largest picture may have', async () => {
    const small = { ...settings.upload, maxPixels: 10_000 }
    const heights = [100, 20, 20, 20, 20, 20, 20, 60]
    const pictures = await Promise.all(heights.map((height) => plain(100, height).png().toBuffer()))
    const prototype = Object.getPrototypeOf(sharp(png)) as ReturnType<typeof sharp>
    const original = prototype.toBuffer as (this: unknown, options: unknown) => Promise<unknown>
    let [pixels, count, mostPixels, mostCount] = [0, 0, 0, 0]
    const spy = vi.spyOn(prototype, 'toBuffer').mockImplementation(async function (
      this: ReturnType<typeof sharp>,
      options: unknown,
    ): Promise<never> {
      mostCount = Math.max(mostCount, (count += 1))
      const { width, height } = await this.metadata()
      mostPixels = Math.max(mostPixels, (pixels += width * height))
      const answer = await original.call(this, options)
      pixels -= width * height
      count -= 1
      return partOf(answer)
    })
    const read = await Promise.all(pictures.map((bytes) => readPicture('png', { source: bytes, head: bytes }, small)))
    spy.mockRestore()
    expect(read.map(({ height }) => height)).toEqual(heights)
    expect(mostPixels).toBe(10_000)
    expect(mostCount).toBe(2)
  })

  it('answers 503 before the file arrives when the disk has too little room', async () => {
    const upload = { ...settings.upload, diskReserve: Number.MAX_SAFE_INTEGER }
    const running = await runApp(engines[0]!, { settings: { ...settings, upload } })
    const { payload, headers } = form([{ file: 'a.png', bytes: png }])
    const answer = await running.send('POST', '/admin/ajax/upload', {
      payload,
      headers: { ...headers, 'think-lang': 'en' },
      token: await running.signIn(),
    })
    expect(answer).toMatchObject({ status: 503, msg: expect.stringContaining('disk is full') as string })
    expect(answer.headers['retry-after']).toBe('30')
    await running.dispose()
  })
})
