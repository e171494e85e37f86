/** Uploads on a disk that gets full, and many large pictures at once: the server answers, and keeps its memory. */
import { mkdtempSync, readdirSync, rmSync, statfsSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { defaultSettings } from '../../../../runtime/server/settings/settings.ts'
import { engines } from '../../../support/databases.ts'
import { mountSmallDisk } from '../../../support/small-disk.ts'
import { runApp, type Answer, type RunningApp } from '../running-app.ts'

const { folder: disk, isMounted } = mountSmallDisk(4)

/** How often `npm run test:faults` sends the largest picture at once. */
const pictures = Number(process.env['TABLEWRIGHT_TEST_PICTURES'] ?? 0)

const base = defaultSettings({ version: '', uploadFolder: disk, captcha: false })

function sender(running: RunningApp, token: string, suffix = 'jpg'): (bytes: Buffer) => Promise<Answer> {
  return (bytes) => {
    const head = `--x\r\nContent-Disposition: form-data; name="file"; filename="a.${suffix}"\r\n\r\n`
    return running.send('POST', '/admin/ajax/upload', {
      token,
      headers: { 'content-type': 'multipart/form-data; boundary=x', 'think-lang': 'en' },
      payload: Buffer.concat([Buffer.from(head), bytes, Buffer.from('\r\n--x--\r\n')]),
    })
  }
}

/** A picture of its own with each colour. */
const jpg = (width: number, height: number, red = 0) =>
  sharp({ create: { width, height, channels: 3, background: { r: red, g: 40, b: 60 } } })
    .jpeg()
    .toBuffer()

describe.runIf(isMounted)('a full disk (T83)', () => {
  let running: RunningApp
  let upload: ReturnType<typeof sender>
  beforeAll(async () => {
    // Without the reserve, so that writing itself finds the disk full.
    running = await runApp(engines[0]!, { settings: { ...base, upload: { ...base.upload, diskReserve: -(2 ** 40) } } })
    upload = sender(running, await running.signIn())
  })
  afterAll(() => running?.dispose())

  it('answers 503, leaves no part of a file, and stores again once there is room', async () => {
    const filler = join(disk, 'filler')
    expect((await upload(await jpg(40, 30))).code).toBe(1)
    const { bavail, bsize } = statfsSync(disk)
    writeFileSync(filler, Buffer.alloc(bavail * bsize))
    const large = await jpg(900, 700, 90)
    const refused = await upload(large)
    expect(refused).toMatchObject({ status: 503, msg: expect.stringContaining('disk is full') as string })
    expect(refused.headers['retry-after']).toBe('30')
    expect(readdirSync(disk, { recursive: true }).filter((name) => String(name).endsWith('.part'))).toEqual([])
    const rows = await running.database.query.selectFrom('attachment').selectAll().execute()
    expect(rows).toHaveLength(1)
    rmSync(filler)
    expect((await upload(large)).code).toBe(1)
  })
})

describe.runIf(pictures > 0)(`${pictures} pictures of 39.7 million pixels at once (T83)`, () => {
  it('are not decoded together', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'tablewright-pictures-'))
    const running = await runApp(engines[0]!, {
      settings: { ...base, upload: { ...base.upload, folder, diskReserve: 0 } },
    })
    const upload = sender(running, await running.signIn(), 'webp')
    // The format whose encoder uses the most.
    const bytes = await sharp({ create: { width: 7900, height: 5025, channels: 4, background: '#8888' } })
      .webp({ effort: 0 })
      .toBuffer()
    let peak = 0
    const measure = setInterval(() => (peak = Math.max(peak, process.memoryUsage.rss())), 20)
    expect((await upload(bytes)).code).toBe(1)
    const ofOne = peak
    peak = 0
    const answers = await Promise.all(Array.from({ length: pictures }, () => upload(bytes)))
    clearInterval(measure)
    expect(answers.map(({ code }) => code)).toEqual(answers.map(() => 1))
    console.log(`peak of one: ${ofOne / 2 ** 20} MB, of ${pictures}: ${peak / 2 ** 20} MB`)
    // Two at once use 1.4 GB.
    expect(peak).toBeLessThan(1.2 * 2 ** 30)
    await running.dispose()
    rmSync(folder, { recursive: true, force: true })
  }, 300_000)
})
