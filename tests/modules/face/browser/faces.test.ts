/** Members and staff before a camera that plays a file, and the pages of faces in eight looks. */
import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { faults, launch, looksByLanguage, openPage, startSession } from '../../../support/browser.ts'
import { inspectInEachLook, inspectLooks, openForLooks } from '../../../support/inspect.ts'
import { useSite, usualLook } from '../../../support/site.ts'
import { readPicture, turned } from '../pictures.ts'

const password = 'long enough 7'
const site = useSite()

/** Somebody who turns the head: each pose for 0.7 seconds, with a stripe beside it whose gray says which one it is. */
const stripes = { front: 0, left: 128, right: 255 } as const
const framesEach = 21
const folder = mkdtempSync(join(tmpdir(), 'tablewright-face-'))
let browser: Browser
beforeAll(async () => {
  const bytes = readPicture('person01-1.jpg')
  const poses = { front: bytes, left: await turned(bytes, 0.16), right: await turned(bytes, -0.16) }
  const frames: Buffer[] = []
  for (const pose of ['front', 'left', 'right'] as const) {
    const gray = stripes[pose]
    const sides = { left: 60, right: 60, background: '#777777' }
    const face = await sharp(poses[pose]).resize(480, 480).extend(sides).toBuffer()
    const stripe = { left: 20, right: 20, background: { r: gray, g: gray, b: gray } }
    const frame = await sharp(face).extend(stripe).jpeg({ quality: 92 }).toBuffer()
    frames.push(...Array.from({ length: framesEach }, () => frame))
  }
  const video = join(folder, 'face.mjpeg')
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

/** A new member, signed in on the page of the own face. */
async function enter(page: Page, { address, api } = site.server): Promise<void> {
  const username = `face${randomUUID().slice(0, 8)}`
  const values = { username, nickname: 'Camera', password, group_id: 1, gender: 0 }
  expect(await api('/admin/user.User/add', values)).toMatchObject({ code: 1 })
  await page.goto(`${address}/#/user/login?to=/user/face`)
  await page.locator('input[name=username]').fill(username)
  await page.locator('input[name=password]').fill(password)
  await page.keyboard.press('Enter')
  await page.locator('#face-consent').waitFor()
}

it('pages of staff have no fault', async () => {
  await inspectInEachLook(site, {
    'face-capture': async (page) => {
      await page.goto(`${site.server.address}/#/admin/face/capture`)
      await page.locator('.face-oval').waitFor()
    },
    'face-thresholds': async (page) => {
      await page.goto(`${site.server.address}/#/admin/face/thresholds`)
      await page.locator('.face-thresholds .tw-chart-drawing svg').waitFor()
    },
  })
})

it.each(looksByLanguage)('the page of members has no fault in $language', async ({ looks: views }) => {
  const { page, errors } = await openForLooks(site, views)
  await enter(page)
  await inspectLooks(page, views, 'face-member')
  expect(errors).toEqual([])
})

const startCamera = async (page: Page): Promise<void> => {
  await page.getByRole('button', { name: 'Start the camera' }).click()
  await page.locator('.face-oval[data-on=true]').waitFor()
}

/**
 * Takes each frame in the moment in which the camera shows the pose that the page asks for, until the page shows one of
 * the texts, which is the answer.
 */
async function takeFrames(page: Page, texts: readonly string[]): Promise<string> {
  const ending = await page.waitForFunction(
    ([grays, endings]) => {
      const text = endings.find((candidate) => document.body.innerText.includes(candidate))
      if (text !== undefined) return text
      const oval = document.querySelector<HTMLElement>('.face-oval[data-on=true]')
      const button = [...document.querySelectorAll('button')].find(({ textContent }) => textContent === 'Take it now')
      if (!oval || !button || button.disabled) return null
      const canvas = document.createElement('canvas')
      const drawing = canvas.getContext('2d', { willReadFrequently: true })!
      drawing.drawImage(oval.querySelector('video')!, 8, 200, 1, 1, 0, 0, 1, 1)
      const [gray = 0] = drawing.getImageData(0, 0, 1, 1).data
      if (Math.abs(gray - grays[oval.dataset['pose'] as keyof typeof grays]) < 40) button.click()
      return null
    },
    [stripes, texts] as const,
    { polling: 30 },
  )
  return (await ending.jsonValue()) ?? ''
}

const hit = 'It may be the person'

/** Answers a challenge. A pose has its time: after one that a busy machine has missed, people begin once more. */
async function answerChallenge(page: Page): Promise<void> {
  for (let attempt = 0; attempt < 4; attempt++) {
    await startCamera(page)
    await page.getByRole('button', { name: 'Begin' }).click()
    if ((await takeFrames(page, [hit, 'Not recognized'])) === hit) return
    await page.getByRole('button', { name: 'Once more' }).click()
  }
  throw new Error(`not recognised: ${await page.locator('main').innerText()}`)
}

it('a member enrols before the camera, is verified and identified, and erases the face', async () => {
  // An earlier try has left the same face.
  const { data } = await site.server.api<{ list: { id: number; status: number; user_id: number | null }[] }>(
    '/admin/face.Person/index?limit=100',
  )
  for (const { id } of data.list.filter((person) => person.user_id && person.status !== 4))
    await site.server.api('/admin/face.Person/erase', { id, reason: 'test' })
  const { page, errors } = await openPage(browser, usualLook)
  await enter(page)
  await page.getByText('I have read this').click()
  await page.getByRole('button', { name: 'Agree and continue' }).click()
  await startCamera(page)
  await takeFrames(page, ['The face can be verified now.'])
  expect(await faults(page)).toEqual([])
  await page.getByRole('button', { name: 'Done' }).click()
  await page.locator('#face-verify').waitFor()
  await answerChallenge(page)
  expect(await faults(page)).toEqual([])

  const { page: desk, errors: deskErrors } = await openPage(browser, usualLook)
  await startSession(desk, site.server.address)
  await desk.goto(`${site.server.address}/#/admin/face/capture`)
  await answerChallenge(desk)
  await desk.getByRole('button', { name: 'It is the person' }).click()
  await desk.getByText('Confirmed.').waitFor()
  expect(await desk.locator('.face-pair img').count()).toBe(2)
  expect(await faults(desk)).toEqual([])

  await page.getByRole('button', { name: 'Withdraw consent and erase' }).click()
  await page.getByRole('button', { name: 'Erase now' }).click()
  await page.locator('#face-consent').waitFor()
  expect([...errors, ...deskErrors]).toEqual([])
})
