/** Files of any allowed type: what is taken, under which name it is stored, and what a hostile one may not do. */
import { createHash } from 'node:crypto'
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { TableModel } from 'tablewright/protocol'
import { createRegistry } from '../../../runtime/server/core/models/registry.ts'
import { defaultSettings } from '../../../runtime/server/settings/settings.ts'
import { allowedSuffixes, isAllowedType, suffixOf } from '../../../runtime/server/files/file-types.ts'
import { displayName, isTopic, pathName, storedUrl } from '../../../runtime/server/files/stored-name.ts'
import { findUploadDifferences } from '../../../runtime/server/files/storage-check.ts'
import { locationOf, removeAbandoned } from '../../../runtime/server/files/storage.ts'
import { engines, oneEngine } from '../../support/databases.ts'
import { createFileZoo, zooMaxPixels, zooMaxSize, type Specimen } from '../../support/file-zoo.ts'
import { form } from '../../support/multipart.ts'
import { models, runApp, type Answer, type RunningApp } from '../http/running-app.ts'
import { describeOwners } from './owners.ts'

interface Uploaded {
  readonly file: {
    readonly id: number
    readonly url: string
    readonly name: string
    readonly sha1: string
    readonly size: number
    readonly mimetype: string
    readonly suffix: string
  }
}

const base = defaultSettings({ version: '', uploadFolder: '', captcha: false })
const png = await sharp({ create: { width: 9, height: 9, channels: 3, background: '#135' } })
  .png()
  .toBuffer()
/** A picture of its own for every text. */
const picture = (text: string) =>
  sharp({ create: { width: 9 + text.length, height: 9, channels: 3, background: '#135' } })
    .png()
    .toBuffer()
const html = Buffer.from('<html><script>alert(1)</script></html>')
const zoo = await createFileZoo()

describe.each(oneEngine)('files on $name (T50, T51, T52, T85)', (engine) => {
  const folder = mkdtempSync(join(tmpdir(), 'tablewright-files-'))
  let running: RunningApp
  let token = ''
  beforeAll(async () => {
    running = await runApp(engine, {
      validators: async () => null,
      // The image of a brand may be any file here.
      registry: createRegistry((await models()).map((model) => (model.id === 'shop/brand' ? withFile(model) : model))),
      settings: {
        ...base,
        upload: { ...base.upload, folder, types: ['*'], maxSize: zooMaxSize, maxPixels: zooMaxPixels },
      },
    })
    token = await running.signIn()
  })
  afterAll(async () => {
    await running.dispose()
    rmSync(folder, { recursive: true })
  })

  const take = (name: string, bytes: Buffer, topic = 'default'): Promise<Answer<Uploaded>> => {
    const { payload, headers } = form([{ file: name, bytes, type: 'image/png' }])
    return running.send<Uploaded>('POST', `/admin/ajax/upload?topic=${topic}`, {
      payload,
      headers: { ...headers, 'think-lang': 'en' },
      token,
    })
  }
  const setUp = (values: Record<string, unknown>) =>
    running.send('POST', '/admin/routine.Config/edit', { token, payload: values, headers: { 'think-lang': 'en' } })
  const rowsOf = (topic: string) =>
    running.database.query.selectFrom('attachment').selectAll().where('topic', '=', topic).execute()

  async function meetsFate({ name, bytes, fate, shown }: Specimen, topic: string): Promise<void> {
    const answer = await take(name, bytes, topic)
    if (fate instanceof RegExp) {
      expect(answer).toMatchObject({ status: 200, code: 0, data: { reason: 'invalid' } })
      expect(answer.msg).toMatch(fate)
      expect(await rowsOf(topic)).toEqual([])
      return
    }
    expect(answer, answer.msg).toMatchObject({ status: 200, code: 1 })
    const { file } = answer.data
    expect(file.name).toBe(shown ?? name)
    expect(file.url).toMatch(new RegExp(`^/storage/${topic}/\\d{8}/[A-Za-z0-9_-]{0,15}${file.sha1}\\.[a-z0-9]{1,8}$`))
    const stored = await running.app.inject({ url: file.url })
    expect(stored.headers).toMatchObject({
      'x-content-type-options': 'nosniff',
      'content-security-policy': "default-src 'none'; sandbox",
      'content-disposition': fate === 'image' ? 'inline' : 'attachment',
      'content-type': expect.stringContaining(file.mimetype) as string,
    })
    expect(file.mimetype).toMatch(
      fate === 'image' ? /^image\/(png|jpeg|gif|webp)$/ : /^(?!.*(html|javascript|xml$|svg|css))/,
    )
    expect(stored.rawPayload.includes('<script')).toBe(fate !== 'image' && bytes.includes('<script'))
    expect(createHash('sha1').update(stored.rawPayload).digest('hex')).toBe(file.sha1)
    if (fate === 'download') expect(stored.rawPayload.equals(bytes)).toBe(true)
  }

  it('has a zoo of hostile files', () => expect(zoo.length).toBeGreaterThanOrEqual(60))

  it.each(zoo.map((one, at) => ({ ...one, at })))('meets $what', async ({ at, file, twin }) => {
    await meetsFate(file, `z${at}a`)
    await meetsFate(twin, `z${at}b`)
    expect(readdirSync(join(folder, '.incoming'))).toEqual([])
  })

  const settings = { ...base, upload: { ...base.upload, folder, types: ['*'] } }
  describeOwners(() => ({ running, token, take, settings }))

  it('keeps one row and one file for the same content, however many send it at once', async () => {
    const bytes = Buffer.from('the same content')
    const answers = await Promise.all(Array.from({ length: 8 }, (_, at) => take(`name ${at % 2}.txt`, bytes, 'same')))
    expect(new Set(answers.map(({ data }) => data.file.url)).size).toBe(1)
    expect((await rowsOf('same')).map(({ quote }) => quote)).toEqual([8])
    expect(filesBelow(join(folder, 'same'))).toHaveLength(1)
  })

  it('gives names after the pattern of the site, and keeps the names of what is stored', async () => {
    const before = await take('old.txt', Buffer.from('kept'), 'names')
    await setUp({ upload_save_name: '/storage/f-{topic}/{year}/{Random32}{.suffix}' })
    const fresh = await take('new.txt', Buffer.from('fresh'), 'names')
    expect(fresh.data.file.url).toMatch(/^\/storage\/f-names\/\d{4}\/[0-9a-f]{32}\.txt$/)
    expect((await take('again.txt', Buffer.from('kept'), 'names')).data.file.url).toBe(before.data.file.url)
    const same = await Promise.all(Array.from({ length: 6 }, () => take('r.txt', Buffer.from('raced'), 'random')))
    expect(new Set(same.map(({ data }) => data.file.url)).size).toBe(1)
    expect(filesBelow(join(folder, 'f-random'))).toHaveLength(1)
    await setUp({ upload_save_name: base.upload.saveName })
  })

  it.each([
    ['upload_save_name', '/storage/{topic}/{nope}{fileSha1}{.suffix}', 'Unknown token'],
    ['upload_save_name', '/storage/../{topic}{fileSha1}{.suffix}', 'Start with /storage/'],
    ['upload_save_name', '/files/{topic}{fileSha1}{.suffix}', 'Start with /storage/'],
    ['upload_save_name', '/storage/{topic}/{fileSha1}', 'End with {.suffix}'],
    ['upload_save_name', '/storage/{topic}/{fileName}{.suffix}', 'no two files have the same name'],
    ['upload_save_name', '/storage/{fileSha1}{.suffix}', 'no two files have the same name'],
    ['upload_size', '10 bytes', 'number with a unit'],
    ['upload_size', '100', 'between 1kb and 2gb'],
    ['upload_size', '3gb', 'between 1kb and 2gb'],
    ['upload_types', 'png, <script>', '“<script>” is not a file type'],
    ['upload_types', '', 'required'],
    ['upload_members', 'everything', ''],
    ['upload_count', 0, ''],
  ])('refuses %s = %j', async (name, value, message) => {
    const answer = await setUp({ [name]: value })
    expect(answer).toMatchObject({ code: 0, data: { reason: 'invalid' } })
    expect(answer.msg).toContain(message)
  })

  it('takes what the site allows at the moment, up to its size', async () => {
    await setUp({ upload_types: '.PDF， text/*\nimage/png', upload_size: '1.5 KB' })
    const { data } = await running.send<{ siteConfig: { upload: Record<string, unknown> } }>(
      'GET',
      '/admin/Index/index',
      { token },
    )
    expect(data.siteConfig.upload).toMatchObject({
      maxSize: 1536,
      mimetype: expect.stringContaining('image/png') as string,
    })
    expect(data.siteConfig.upload['allowedSuffixes']).toBe('pdf,png,txt,log,md,csv')
    expect((await take('a.csv', Buffer.alloc(1536, 'a'))).code).toBe(1)
    expect((await take('a.csv', Buffer.alloc(1537, 'a'))).msg).toBe(
      'The size of the uploaded file exceeds the allowed range!',
    )
    expect((await take('a.png', png)).code).toBe(1)
    for (const name of ['a.jpg', 'a.zip', 'a.html', 'a.json', 'a'])
      expect((await take(name, Buffer.from('x'))).msg, name).toBe('The type of uploaded file is not allowed!')
    await setUp({ upload_types: '*', upload_size: '64kb' })
  })

  it('sends names and sizes next to the addresses in fields of files', async () => {
    const { file } = (await take('合同 2026.txt', Buffer.from('contract'), 'fields')).data
    const add = (name: string, image: string | null) =>
      running.database.write((trx) =>
        trx.insertInto('shop_brand').values({ name, image, weigh: 0, version: 1 }).execute(),
      )
    for (const [name, image] of [
      ['own', file.url],
      ['foreign', 'https://a.test/b.pdf'],
      ['none', null],
    ] as const)
      await add(name, image)
    const { data } = await running.send<{ list: { id: number; name: string; image_info: unknown }[] }>(
      'GET',
      '/admin/shop.Brand/index?limit=50&order=id,asc',
      { token },
    )
    const info = [{ url: file.url, name: '合同 2026.txt', size: 8 }]
    expect(data.list.map(({ name, image_info }) => [name, image_info])).toEqual([
      ['own', info],
      ['foreign', []],
      ['none', []],
    ])
    const one = await running.send<{ row: object }>('GET', `/admin/shop.Brand/edit?id=${data.list[0]!.id}`, { token })
    expect(one.data.row).toMatchObject({ image: file.url, image_info: info })
  })

  const usage = async (ids: readonly number[], sender = token) =>
    running.send<{
      list: { id: number; references: { table: string; title: string; page: string }[]; more: boolean }[]
    }>('GET', `/admin/routine.Attachment/usage?${ids.map((id) => `ids[]=${id}`).join('&')}`, { token: sender })
  const remove = (ids: readonly number[]) =>
    running.send('DELETE', `/admin/routine.Attachment/del?${ids.map((id) => `ids[]=${id}`).join('&')}`, {
      token,
      headers: { 'think-lang': 'en' },
    })

  it('says which records use a file, and deletes it with its file only when none does', async () => {
    const [used, listed, free] = await Promise.all(
      ['used', 'listed', 'available'].map(
        async (text) => (await take(`${text}.png`, await picture(text), 'uses')).data.file,
      ),
    )
    const { id } = await running.database.write((trx) =>
      trx
        .insertInto('shop_brand')
        .values({ name: 'Uses a file', image: used!.url, weigh: 0, version: 1 })
        .returning('id')
        .executeTakeFirstOrThrow(),
    )
    await running.database.write((trx) =>
      trx
        .insertInto('shop_product')
        .values({
          name: 'Lists it',
          product_no: 'L1',
          images: JSON.stringify(['/x.png', listed!.url]),
          weigh: 0,
          version: 1,
        })
        .execute(),
    )
    const { data } = await usage([used!.id, listed!.id, free!.id])
    expect(data.list.map(({ references }) => references.map(({ table, title, page }) => [table, title, page]))).toEqual(
      [[['shop/brand', 'Uses a file', 'shop/brand']], [['shop/product', 'Lists it', 'shop/product']], []],
    )
    const refused = await remove([free!.id, used!.id])
    expect(refused).toMatchObject({ code: 0, data: { reason: 'in_use', references: [{ table: 'shop/brand', id }] } })
    expect(refused.msg).toContain('used.png')
    expect(await rowsOf('uses')).toHaveLength(3)
    expect(filesBelow(join(folder, 'uses'))).toHaveLength(3)
    expect((await remove([free!.id])).code).toBe(1)
    expect(filesBelow(join(folder, 'uses'))).toHaveLength(2)
    expect((await running.app.inject({ url: free!.url })).statusCode).toBe(404)
    await running.database.write((trx) => trx.deleteFrom('shop_brand').where('id', '=', id).execute())
    await running.database.write((trx) => trx.deleteFrom('shop_product').execute())
    expect((await remove([used!.id, listed!.id])).code).toBe(1)
    expect(existsSync(join(folder, 'uses')), 'empty folders are removed').toBe(false)
  })

  it('removes nothing through a link that leads out of the upload folder (T74)', async () => {
    const { id, url } = (await take('linked.txt', Buffer.from('linked'), 'links')).data.file
    const [path, outside] = [join(folder, url.replace('/storage/', '')), join(running.folder, 'outside.txt')]
    rmSync(path)
    writeFileSync(outside, 'kept')
    symlinkSync(outside, path)
    expect((await remove([id])).code).toBe(1)
    expect([existsSync(outside), existsSync(path)]).toEqual([true, true])
    rmSync(join(folder, 'links'), { recursive: true })
  })

  it('stores a file again that is deleted at the same time', async () => {
    const bytes = Buffer.from('deleted and uploaded')
    for (let round = 0; round < 10; round += 1) {
      const { id } = (await take('again.txt', bytes, 'both')).data.file
      const [, stored] = await Promise.all([remove([id]), take('again.txt', bytes, 'both')])
      expect(stored.code).toBe(1)
      const rows = await rowsOf('both')
      expect(filesBelow(join(folder, 'both'))).toHaveLength(rows.length)
    }
  })

  it('renames what people see and keeps the ending', async () => {
    const { id, url } = (await take('before.txt', Buffer.from('named'), 'named')).data.file
    const rename = (name: string) =>
      running.send('POST', '/admin/routine.Attachment/edit', { token, payload: { id, name, url: '/x' } })
    expect((await rename('after <b>.html')).code).toBe(1)
    expect(await rowsOf('named')).toMatchObject([{ name: 'after b.html.txt', url }])
    await rename('合同')
    expect(await rowsOf('named')).toMatchObject([{ name: '合同.txt', url }])
  })

  it('finds where rows and files contradict each other (S12)', async () => {
    const settings = { upload: { ...base.upload, folder } }
    const database = running.database
    const differences = () => findUploadDifferences(database, settings)
    expect(await differences()).toEqual([])
    const files = await Promise.all(
      ['gone', 'longer', 'other', 'unused'].map(
        async (text) => (await take(`${text}.txt`, Buffer.from(text), 'bad')).data.file,
      ),
    )
    const [gone, longer, other, unused] = files.map(({ url }) => url)
    const pathOf = (url: string) => join(folder, url.replace('/storage/', ''))
    rmSync(pathOf(gone!))
    writeFileSync(pathOf(longer!), 'longer than before')
    writeFileSync(pathOf(other!), 'OTHER')
    await running.database.write((trx) =>
      trx.updateTable('attachment').set({ quote: 0 }).where('url', '=', unused!).execute(),
    )
    for (const [name, time] of [
      ['old', 0],
      ['new', Date.now() / 1000],
    ] as const) {
      writeFileSync(join(folder, `${name}.txt`), 'x')
      utimesSync(join(folder, `${name}.txt`), time, time)
    }
    expect((await differences()).map(({ what, url }) => [what, url]).toSorted()).toEqual(
      [
        ['missing', gone],
        ['size', longer],
        ['content', other],
        ['uses', unused],
        ['unknown', '/storage/old.txt'],
      ].toSorted(),
    )
    rmSync(join(folder, 'old.txt'))
    await running.database.write((trx) => trx.deleteFrom('attachment').where('topic', '=', 'bad').execute())
    rmSync(join(folder, 'bad'), { recursive: true })
  })

  it('takes as many files as an account may upload in a day', async () => {
    await running.database.write((trx) => trx.deleteFrom('throttle').execute())
    await setUp({ upload_count: 2 })
    expect((await take('refused.png', html)).code).toBe(0)
    const answers = await Promise.all(['a', 'b', 'c'].map((text) => take(`${text}.txt`, Buffer.from(text), 'count')))
    expect(answers.map(({ code }) => code).toSorted()).toEqual([0, 1, 1])
    expect(answers.find(({ code }) => code === 0)?.msg).toContain('2 files that an account may upload in a day')
    await setUp({ upload_count: 5000 })
  })
})

const withFile = (model: TableModel): TableModel => ({
  ...model,
  fields: model.fields.map((field) => (field.name === 'image' ? { ...field, kind: 'file' } : field)),
})

/** Paths of the files in a folder and those below. */
function filesBelow(folder: string): readonly string[] {
  if (!existsSync(folder)) return []
  return readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) =>
    statSync(join(folder, name)).isFile(),
  )
}

describe('giving files out (T50, T74)', () => {
  let running: RunningApp
  beforeAll(async () => {
    running = await runApp(engines[0]!)
    const day = join(running.folder, 'storage/default/20260101')
    mkdirSync(day, { recursive: true })
    writeFileSync(join(running.folder, 'private.png'), png)
    mkdirSync(join(running.folder, 'storage/.incoming'), { recursive: true })
    writeFileSync(join(running.folder, `storage/.incoming/${'a'.repeat(24)}.part`), png)
    writeFileSync(join(day, `${'a'.repeat(40)}.html`), html)
    writeFileSync(join(day, `${'b'.repeat(40)}.png`), png)
    symlinkSync(join(running.folder, 'private.png'), join(day, `${'c'.repeat(40)}.png`))
    mkdirSync(join(day, `${'d'.repeat(40)}.png`))
  })
  afterAll(() => running.dispose())

  it('gives a file of ours', async () => {
    expect((await running.app.inject({ url: `/storage/default/20260101/${'b'.repeat(40)}.png` })).statusCode).toBe(200)
    expect(
      (await running.app.inject({ method: 'HEAD', url: `/storage/default/20260101/${'b'.repeat(40)}.png?v=1` }))
        .headers['content-length'],
    ).toBe(String(png.length))
  })

  it('gives a file that is no image as a download that no page can use', async () => {
    const answer = await running.app.inject({ url: `/storage/default/20260101/${'a'.repeat(40)}.html` })
    expect(answer.headers).toMatchObject({
      'content-type': 'application/octet-stream',
      'content-disposition': 'attachment',
      'x-content-type-options': 'nosniff',
      'content-security-policy': "default-src 'none'; sandbox",
    })
  })

  it.each([
    `.incoming/${'a'.repeat(24)}.part`,
    `default/20260101/${'c'.repeat(40)}.png`,
    `default/20260101/${'d'.repeat(40)}.png`,
    `default/20260101/${'b'.repeat(40)}.PNG`,
    `default/20260101/${'b'.repeat(40)}.png/`,
    '../private.png',
    '..%2fprivate.png',
    '%2e%2e/private.png',
    'default/../../private.png',
    'default/20260101/..%2f..%2f..%2fprivate.png',
    '',
    'default',
    'default/20260101/',
    `default%2f20260101%2f${'b'.repeat(40)}.png`,
    `default/20260101/${'b'.repeat(40)}.png%00`,
    `//default/20260101/${'b'.repeat(40)}.png`,
  ])('does not give /storage/%s', async (path) => {
    const answer = await running.app.inject({ url: `/storage/${path}` })
    expect([400, 404]).toContain(answer.statusCode)
    expect(answer.rawPayload.includes(png.subarray(0, 8))).toBe(false)
  })
})

describe('names of files (T51)', () => {
  it('one parser decides what a suffix is', () => {
    expect(['a.png', 'A.JPG', 'x.y.webp', 'a.b.7z'].map(suffixOf)).toEqual(['png', 'jpg', 'webp', '7z'])
    expect(['a.png.', 'a.png ', 'a', 'a.constructor', 'a.png\n', 'a.p_g', ''].map(suffixOf)).toEqual(Array(7).fill(''))
    expect(['toString', 'valueOf'].some((suffix) => isAllowedType(suffix, ['image/*', 'text/*', 'png']))).toBe(false)
  })

  it('shown names hold nothing that hides', () => {
    expect(displayName('a\0b\u202Ec\ud800d.png', 'png')).toBe('abcd.png')
    expect(displayName('.png', 'png')).toBe('file.png')
    expect(displayName(`R&D "final" Q1's <b>.png`, 'png')).toBe(`R&D "final" Q1's b.png`)
    expect(displayName('README', '')).toBe('README')
    expect(pathName('../../x y.png')).toBe('xy')
  })
})

describe('what a site allows', () => {
  it('compares endings, types, families and everything', () => {
    const cases: [string, string[], boolean][] = [
      ['pdf', ['pdf'], true],
      ['pdf', ['.pdf'], true],
      ['pdf', ['application/pdf'], true],
      ['pdf', ['application/*'], true],
      ['pdf', ['*'], true],
      ['', ['*'], true],
      ['', ['.', 'bin'], false],
      ['pdf', ['image/*', 'txt', 'pd', 'pdfx'], false],
      ['svg', ['image/*'], false],
      ['exe', ['application/octet-stream'], true],
    ]
    for (const [suffix, types, isAllowed] of cases) expect(isAllowedType(suffix, types), suffix).toBe(isAllowed)
    expect(allowedSuffixes(['.DWG'.toLowerCase(), 'image/*'])).toEqual(['dwg', 'jpg', 'jpeg', 'png', 'webp', 'gif'])
    expect(allowedSuffixes(['*'])).toContain('docx')
  })

  const stored = { topic: 'docs', name: 'Year end, 2026 final.pdf', sha1: 'f'.repeat(40), suffix: 'pdf' }
  const at = { time: 1_767_225_599, timeZone: 'Asia/Shanghai' }

  it('fills every token of the pattern, in any case', () => {
    expect(
      storedUrl('/storage/{topic}/{year}/{mon}-{day}/{hour}{min}{sec}/{fileName}_{filesha1}.{suffix}', {
        ...stored,
        ...at,
      }),
    ).toBe(`/storage/docs/2026/01-01/075959/Yearend2026fina_${'f'.repeat(40)}.pdf`)
    const random = storedUrl('/storage/{topic}/{random}-{RANDOM32}{.suffix}', { ...stored, ...at })
    expect(random).toMatch(/^\/storage\/docs\/[a-z0-9]{8}-[0-9a-f]{32}\.pdf$/)
  })

  it.each(['..', '.incoming', 'a/../b', 'a//b', 'a/b.c', '%2e', 'a\0', 'a.png/b', 'A.PNG', 'x'.repeat(260)])(
    'has no file for the address %j',
    (name) => expect(locationOf('/data', `/storage/${name}.png`)?.path ?? null).toBeNull(),
  )

  it('refuses topics that are names of devices', () =>
    expect(['con', 'LPT1', 'nul', 'console'].map(isTopic)).toEqual([false, false, false, true]))

  it('removes what was left behind by uploads that ended with their process', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'tablewright-incoming-'))
    mkdirSync(join(folder, '.incoming'))
    for (const name of ['old.part', 'new.part']) writeFileSync(join(folder, '.incoming', name), 'x')
    utimesSync(join(folder, '.incoming/old.part'), 0, 0)
    await removeAbandoned(folder)
    expect(readdirSync(join(folder, '.incoming'))).toEqual(['new.part'])
    rmSync(folder, { recursive: true })
  })
})
