/** Enrolment and identification before a camera that plays a file, the thresholds, and all pages in eight looks. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { faults, launch, looks, openPage, startSession } from '../../../support/browser.ts'
import { useSite, usualLook } from '../../../support/site.ts'
import { readPicture, turned } from '../pictures.ts'

const site = useSite()

/** A second for each pose, as a camera would show somebody who turns the head. */
const folder = mkdtempSync(join(tmpdir(), 'tablewright-face-'))
const video = join(folder, 'face.mjpeg')
let browser: Browser
beforeAll(async () => {
  const bytes = readPicture('person01-1.jpg')
  const poses = [bytes, await turned(bytes, 0.18), await turned(bytes, -0.1)]
  const frames: Buffer[] = []
  for (const pose of poses) {
    const wide = { left: 80, right: 80, background: '#777777' }
    const frame = await sharp(pose).resize(480, 480).extend(wide).jpeg({ quality: 92 }).toBuffer()
    frames.push(...Array.from({ length: 40 }, () => frame))
  }
  writeFileSync(video, Buffer.concat(frames))
  browser = await launch([
    '--use-fake-ui-for-media-stream',
    '--use-fake-device-for-media-stream',
    `--use-file-for-fake-video-capture=${video}`,
  ])
})
afterAll(async () => {
  await browser?.close()
  rmSync(folder, { recursive: true, force: true })
})

const pages = [
  ['capture', 'Identify', '识别人脸'],
  ['thresholds', 'Thresholds', '识别阈值'],
] as const

it.each(looks)('has no fault in $language, dark $dark, at $width', async (appearance) => {
  await site.reopen(appearance)
  const { page } = site
  await startSession(page, site.server.address)
  for (const [path, english, chinese] of pages) {
    await page.goto(`${site.server.address}/#/admin/face/${path}`)
    await page.getByRole('heading', { level: 1, name: appearance.language === 'en' ? english : chinese }).waitFor()
    if (path === 'thresholds') await page.locator('.tw-chart-drawing svg').waitFor()
    expect(await faults(page)).toEqual([])
    const width = () => page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)
    expect(await width()).toBe(0)
  }
  expect(site.errors).toEqual([])
})

const start = (page: Page) => page.getByRole('button', { name: 'Start the camera' }).click()

it('enrols a person before the camera, and finds the person again', async () => {
  const { page, errors } = await openPage(browser, usualLook)
  await startSession(page, site.server.address)
  // The first person of the demo who has consented and is not enrolled.
  await page.goto(`${site.server.address}/#/admin/face/person?edit=22`)
  await page.getByText('0 of 3').waitFor()
  await start(page)
  await page.getByText('The face can be verified now.').waitFor()
  await page.goto(`${site.server.address}/#/admin/face/capture`)
  // Files answer the challenge, because the video does not wait for its poses.
  await page.getByRole('button', { name: 'Begin' }).click()
  const bytes = readPicture('person01-1.jpg')
  const files = { camera: bytes, left: await turned(bytes, 0.18), right: await turned(bytes, -0.1) }
  for (let step = 0; step < 3; step++) {
    const hint = page.locator('.face-hint', { hasText: `${step} of 3` })
    const text = (await hint.textContent()) ?? ''
    const pose = text.includes('your left') ? 'left' : text.includes('your right') ? 'right' : 'camera'
    await page
      .locator('input[type=file]')
      .setInputFiles({ name: `${step}.jpg`, mimeType: 'image/jpeg', buffer: files[pose] })
  }
  await page.getByText('It may be the person').waitFor()
  await page.getByRole('button', { name: 'It is the person' }).click()
  await page.getByText('Confirmed.').waitFor()
  expect(await page.locator('.face-pair img').count()).toBe(2)
  expect(await faults(page)).toEqual([])
  expect(errors).toEqual([])
})
