/**
 * A file on its way from Chromium to a cloud store, through everything that can come in between: it arrives byte for
 * byte, and at most one slice is sent twice. 30 MB; `npm run test:faults` sends a gigabyte.
 */
import { createHash, randomUUID } from 'node:crypto'
import { createReadStream, mkdtempSync, openSync, closeSync, ftruncateSync, rmSync, writeSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { cosBucket, region, s3Bucket, siteKey, startCloudStore } from '../../support/cloud/cloud-store.ts'
import { applyLook, looksByLanguage, shownPage, startSession } from '../../support/browser.ts'
import { inspectLooks, inspectNow, openForLooks } from '../../support/inspect.ts'
import { useTestSite } from '../test-site.ts'

const megabyte = 1024 * 1024
const size = Number(process.env['TABLEWRIGHT_TEST_CLOUD_MB'] ?? 30) * megabyte
const sliceSize = 5 * megabyte
/** What a busy machine needs for the whole way. */
const patience = { timeout: 90_000 + size / 10_000 }

const store = await startCloudStore()
const folder = mkdtempSync(join(tmpdir(), 'tablewright-large-'))
// Registered before the site, so that it runs after the browser, which may still be sending, has ended.
afterAll(async () => {
  await store.close()
  rmSync(folder, { recursive: true })
})
const site = useTestSite({ demo: false, env: { TABLEWRIGHT_STS: store.origin } })

/** A file that is mostly a hole, so that it takes no room and is there at once. */
function sparseFile(name: string, bytes = size): string {
  const path = join(folder, name)
  const file = openSync(path, 'w')
  ftruncateSync(file, bytes)
  for (let at = 0; at < bytes; at += 3 * megabyte) writeSync(file, `${name} ${at}`, at)
  closeSync(file)
  return path
}

async function sha1Of(path: string): Promise<string> {
  const hash = createHash('sha1')
  for await (const chunk of createReadStream(path)) hash.update(chunk as Buffer)
  return hash.digest('hex')
}

/** Something that is awaited here and there. */
function gate(): { readonly promise: Promise<void>; readonly resolve: () => void } {
  let open = () => {}
  const promise = new Promise<void>((resolve) => {
    open = resolve
  })
  return { promise, resolve: () => open() }
}

const modes = [
  { mode: 'cos', settings: { upload_bucket: cosBucket, upload_endpoint: store.origin } },
  { mode: 's3', settings: { upload_bucket: s3Bucket, upload_endpoint: store.origin } },
] as const

/** Makes the site upload to the store. */
async function useStore({ mode, settings }: (typeof modes)[number]): Promise<void> {
  const answer = await site.server.api('/admin/routine.Config/edit', {
    ...settings,
    upload_mode: mode,
    upload_region: region,
    upload_key_id: siteKey.id,
    upload_key_secret: siteKey.secret,
    upload_size: '2000mb',
    upload_types: '*',
    upload_quota: 10_000,
  })
  expect(answer).toMatchObject({ code: 1 })
}

describe.each(modes)('uploads by $mode', (one) => {
  const { mode } = one
  beforeAll(() => useStore(one))
  beforeEach(() => store.reset())

  it(
    'arrive whole after a pause, a lost answer, a lost network and the end of a key',
    async () => {
      const { page, server } = site
      // A file that is stored already would not be sent again when the test is repeated.
      const name = `${mode}-${randomUUID()}.bin`
      const path = sparseFile(name)
      const isHeld = gate()
      const isOffline = gate()
      store.onSlice(async (number, attempt) => {
        if (attempt > 1) return 'take'
        // A slice that arrived while its upload is paused would be sent twice, or not, as the machine is busy.
        if (number === 2) {
          isHeld.resolve()
          return 'hold'
        }
        if (number === 3) return 'lose'
        if (number === 4) {
          await page.context().setOffline(true)
          isOffline.resolve()
          return 'cut'
        }
        if (number === 5) store.expire()
        return 'take'
      })
      await startSession(page, server.address)
      await page.goto(`${server.address}/#/admin/routine/attachment`)
      const row = shownPage(page).locator('.upload-row')
      await shownPage(page).locator('.attachments-bar input[type=file]').setInputFiles(path)
      await row.and(page.locator('[data-state=uploading]')).waitFor(patience)
      await isHeld.promise
      await page.getByRole('button', { name: `Pause “${name}”` }).click()
      await row.and(page.locator('[data-state=paused]')).waitFor()
      await page.getByRole('button', { name: 'Resume' }).click()
      await isOffline.promise
      await row.and(page.locator('[data-state=error]')).waitFor(patience)
      await page.context().setOffline(false)
      await expect.poll(() => row.count(), patience).toBe(0)
      await shownPage(page).locator('.attachment', { hasText: name }).waitFor(patience)
      const { data } = await server.api<{ list: { url: string; name: string; size: number; sha1: string }[] }>(
        '/admin/routine.Attachment/index?limit=10',
      )
      const stored = data.list.find((one) => one.name === name)
      const sha1 = await sha1Of(path)
      expect(stored).toMatchObject({ size, sha1 })
      expect(await store.file(String(stored?.url).slice(1))).toMatchObject({ size, sha1, disposition: 'attachment' })
      const counts = [...store.slices.values()]
      expect(counts).toHaveLength(size / sliceSize)
      expect(counts.reduce((sum, count) => sum + count - 1, 0)).toBeLessThanOrEqual(1)
      // What was cut off in the middle: of the slice that was paused, and of the one that lost the network.
      expect(store.received() - size).toBeLessThanOrEqual(3 * sliceSize)
      expect(site.errors.filter((error) => error.includes('Content Security Policy'))).toEqual([])
    },
    4 * patience.timeout,
  )
})

describe('screens', () => {
  beforeAll(() => useStore(modes[0]))
  it.each(looksByLanguage)('have no fault in $language', async ({ language, looks }) => {
    const { page } = await openForLooks(site, looks)
    const { server } = site
    await startSession(page, server.address)
    await page.goto(`${server.address}/#/admin/routine/config`)
    await page.getByRole('tab', { name: language === 'en' ? 'Uploads' : '上传' }).click()
    await page.getByLabel(language === 'en' ? /^Secret access key/ : /^访问密钥(?! ID)/).waitFor()
    await inspectLooks(page, looks, 'settings of the cloud store')
    const answered = gate()
    store.reset()
    let fails = true
    store.onSlice((number) => (fails ? 'fail' : number === 2 ? answered.promise.then(() => 'take') : 'take'))
    await page.goto(`${server.address}/#/admin/routine/attachment`)
    const row = shownPage(page).locator('.upload-row')
    const input = shownPage(page).locator('.attachments-bar input[type=file]')
    await input.setInputFiles(sparseFile(`${language}-refused.bin`, sliceSize))
    await row.and(page.locator('[data-state=error]')).waitFor(patience)
    fails = false
    store.reset()
    const files = [1, 2, 3].map((number) => sparseFile(`${language}-${number}.bin`, 3 * sliceSize))
    await input.setInputFiles(files)
    await expect.poll(() => store.slices.get(1), patience).toBe(1)
    await row.nth(2).getByRole('button').first().click()
    await row.and(page.locator('[data-state=paused]')).waitFor()
    for (const look of looks) {
      await applyLook(page, look)
      // Not when the page is quiet: a slice is on its way.
      await inspectNow(page, look, 'uploads to the cloud store')
    }
    answered.resolve()
  })
})
