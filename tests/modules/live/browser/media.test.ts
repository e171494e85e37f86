/** Sound and picture of a lesson: one teacher and three pupils in four browsers, with devices that Chromium feigns. */
import type { Page } from 'playwright-core'
import { beforeEach, expect, it } from 'vitest'
import { applyLook, followSystemTheme, looksByLanguage, signIn } from '../../../support/browser.ts'
import { inspect } from '../../../support/inspect.ts'
import type { Running } from '../../../support/running.ts'
import { useSite } from '../../../support/site.ts'

const password = 'long enough 7'
const names = ['Zoe', 'Adam', 'Mia'] as const
let server: Running
const infos: Record<string, { readonly id: number; readonly token: string }> = {}

const flags = ['--use-fake-device-for-media-stream', '--use-fake-ui-for-media-stream']
const site = useSite({ demo: false, flags }, async (running) => {
  for (const nickname of names) {
    const username = nickname.toLowerCase()
    const added = { username, nickname, password, group_id: 1, gender: 2, email: `${username}@example.com` }
    expect(await running.api('/admin/user.User/add', added)).toMatchObject({ code: 1 })
    const answer = await fetch(`${running.address}/api/user/checkIn`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-tablewright': '1' },
      body: JSON.stringify({ tab: 'login', username, password, keep: false }),
    })
    const { data } = (await answer.json()) as { data: { userInfo: { id: number; token: string } } }
    infos[nickname] = data.userInfo
  }
})
beforeEach(() => {
  server = site.server
})

let count = 0
/** A room whose lesson goes on. @returns its id */
async function addLesson(values: object = {}): Promise<number> {
  const title = `Lesson ${Date.now()} ${(count += 1)}`
  const start_time = Math.floor(Date.now() / 1000)
  const body = { title, teacher_id: 1, start_time, end_time: start_time + 3600, allow_visit: 1, ...values }
  expect(await server.api('/admin/live.Room/add', body)).toMatchObject({ code: 1 })
  const answer = await fetch(`${server.address}/api/live.Room/index`, { headers: { 'x-tablewright': '1' } })
  const { data } = (await answer.json()) as { data: { list: { id: number; title: string }[] } }
  const room = data.list.find((line) => line.title === title)!.id
  expect(await server.api('/admin/live.Classroom/lesson', { room, action: 'start' })).toMatchObject({ code: 1 })
  return room
}

async function enter(page: Page, room: number): Promise<void> {
  await page.goto(`${server.address}/#/ailive/${room}`)
  await page.getByRole('button', { name: 'Join audio and video' }).waitFor()
}

async function enterAs(page: Page, nickname: string, room: number): Promise<void> {
  await page.addInitScript((info) => localStorage.setItem('userInfo', info), JSON.stringify(infos[nickname]))
  await enter(page, room)
}

const join = (page: Page) => page.getByRole('button', { name: 'Join audio and video' }).click()

async function sendCamera(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Camera and microphone' }).click()
  await page.getByRole('button', { name: 'Start sending' }).click()
  await page.locator('.live-tile[data-own]:not([data-lost])').waitFor()
}

/** Pictures of others that the page has decoded. */
const decoded = (page: Page): Promise<number> =>
  page.evaluate(() => {
    const video = document.querySelector<HTMLVideoElement>('.live-tile:not([data-own]) video')
    return video && !video.paused ? video.getVideoPlaybackQuality().totalVideoFrames : 0
  })

/** The loudest moment of what the page plays, within a few seconds: the microphone beeps every second. */
const loudness = (page: Page): Promise<number> =>
  page.evaluate(async () => {
    const video = document.querySelector<HTMLVideoElement>('.live-tile:not([data-own]) video')!
    if (video.muted) return 0
    const context = new AudioContext()
    await context.resume()
    const analyser = context.createAnalyser()
    // The type does not have what Chromium has.
    const stream = (video as HTMLVideoElement & { captureStream(): MediaStream }).captureStream()
    context.createMediaStreamSource(stream).connect(analyser)
    const samples = new Float32Array(analyser.fftSize)
    let loudest = 0
    for (const end = performance.now() + 5000; performance.now() < end && loudest < 0.01;) {
      await new Promise((resolve) => requestAnimationFrame(resolve))
      analyser.getFloatTimeDomainData(samples)
      loudest = Math.max(loudest, ...samples.map(Math.abs))
    }
    await context.close()
    return loudest
  })

interface RecordRow {
  readonly room_id: number
  readonly state: number
  readonly reason: number
  readonly seconds: number
  readonly url_info: readonly { readonly address: string }[]
}

const recordsOf = async (room: number): Promise<readonly RecordRow[]> => {
  const { data } = await server.api<{ list: RecordRow[] }>('/admin/live.Record/index?limit=100')
  return data.list.filter(({ room_id }) => Number(room_id) === room)
}

interface Stretch {
  readonly start: number
  readonly end: number
}

/** The middle of the recording of a lesson, in milliseconds since its start, at a step of the slider. */
async function middleOf(room: number): Promise<number> {
  const info = await server.api<{ sessions: Stretch[] }>(`/admin/live.Classroom/info?room=${room}`)
  const path = `/admin/live.Classroom/recordings?room=${room}&session=1`
  const { recordings } = (await server.api<{ recordings: Stretch[] }>(path)).data
  const { start, end } = recordings[0]!
  return Math.round(((start + end) / 2 - info.data.sessions[0]!.start) / 1000) * 1000
}

/** Plays a recording from its middle, as a browser of the site. */
const playMiddle = (page: Page, address: string) =>
  page.evaluate(async (url) => {
    const video = document.createElement('video')
    video.muted = true
    const event = (name: string) =>
      new Promise((resolve, reject) => {
        video.addEventListener(name, resolve, { once: true })
        video.addEventListener('error', () => reject(new Error(video.error?.message ?? 'error')), { once: true })
      })
    const metadata = event('loadedmetadata')
    video.src = url
    await metadata
    const { duration } = video
    const seeked = event('seeked')
    const began = performance.now()
    video.currentTime = duration / 2
    await seeked
    const seekMs = performance.now() - began
    const place = video.currentTime
    await video.play()
    const ended = video.ended ? null : event('ended')
    await ended
    return { duration, seekMs, place, end: video.currentTime, frames: video.getVideoPlaybackQuality().totalVideoFrames }
  }, address)

it('brings the teacher to three pupils and keeps the recording of a tab that is killed', async () => {
  const room = await addLesson()
  const { page: teacher } = site
  await signIn(teacher, server.address)
  await enter(teacher, room)
  await teacher.getByText('Audio and video of this lesson are recorded.').waitFor()
  await join(teacher)
  await sendCamera(teacher)
  const pupils: Page[] = []
  for (const [index, name] of names.entries()) {
    const { page } = await site.openBeside({ language: 'en', dark: false, width: index === 1 ? 390 : 1280 })
    await enterAs(page, name, room)
    // Said before anybody joins.
    await page.getByText(/have been recorded since \d\d:\d\d:\d\d/).waitFor()
    await join(page)
    pupils.push(page)
  }
  for (const page of pupils) {
    await expect.poll(() => decoded(page), { timeout: 15_000 }).toBeGreaterThan(10)
    expect(await loudness(page)).toBeGreaterThan(0.005)
  }
  // Twenty times away and back: each time there is a picture.
  const [zoe] = pupils as [Page]
  for (let time = 0; time < 20; time += 1) {
    await zoe.getByRole('button', { name: 'Leave audio and video' }).click()
    await join(zoe)
    await expect.poll(() => decoded(zoe), { timeout: 10_000, interval: 50 }).toBeGreaterThan(1)
  }
  // The tab is killed: the last picture stays for a while.
  await teacher.close({ runBeforeUnload: false })
  await zoe.getByText('Signal lost').waitFor()
  await expect.poll(async () => (await recordsOf(room)).map(({ state }) => state), { timeout: 10_000 }).toEqual([1])
  const [record] = await recordsOf(room)
  const played = await playMiddle(zoe, record!.url_info[0]!.address)
  expect(Number.isFinite(played.duration)).toBe(true)
  expect(Math.abs(played.duration - record!.seconds)).toBeLessThan(1)
  expect(played.frames).toBeGreaterThan(5)
  expect(played.place).toBeGreaterThan(played.duration / 2 - 0.5)
  expect(played.end).toBeGreaterThan(played.duration - 1)
  // The same beside the board: it leads the replay, from any place and at any speed.
  expect(await server.api('/admin/live.Classroom/lesson', { room, action: 'end' })).toMatchObject({ code: 1 })
  await zoe.goto(`${server.address}/#/ailive/${room}/replay/1`)
  await zoe.getByRole('button', { name: 'Play' }).click()
  const video = zoe.locator('.live-recordings video')
  await expect.poll(() => video.evaluate((element: HTMLVideoElement) => element.currentTime)).toBeGreaterThan(1)
  await zoe.getByLabel('Speed').selectOption('2')
  await zoe.getByRole('slider').fill(String(Math.round(record!.seconds * 500)))
  await expect
    .poll(() => video.evaluate((element: HTMLVideoElement) => element.currentTime))
    .toBeGreaterThan(record!.seconds / 2 - 1)
  expect(await video.evaluate((element: HTMLVideoElement) => element.playbackRate)).toBe(2)
  expect(site.errors).toEqual([])
})

it('lets a pupil with the floor speak, and everybody watch without an account', async () => {
  const room = await addLesson({ mic: 1, cam: 1 })
  const { page: teacher } = site
  await signIn(teacher, server.address)
  await enter(teacher, room)
  await join(teacher)
  const { page: zoe } = await site.openBeside()
  await enterAs(zoe, 'Zoe', room)
  await join(zoe)
  expect(await zoe.getByRole('button', { name: 'Speak' }).count()).toBe(0)
  await zoe.getByRole('button', { name: 'Raise hand' }).click()
  await teacher.locator('.live-tabs').getByRole('button', { name: 'People' }).click()
  await teacher.getByRole('button', { name: 'Give the floor to Zoe' }).click()
  await zoe.getByRole('button', { name: 'Speak' }).click()
  await zoe.getByRole('button', { name: 'Start sending' }).click()
  await expect.poll(() => decoded(teacher), { timeout: 15_000 }).toBeGreaterThan(5)
  const { page: visitor } = await site.openBeside({ language: 'en', dark: true, width: 1280 })
  await enter(visitor, room)
  await join(visitor)
  await expect.poll(() => decoded(visitor), { timeout: 15_000 }).toBeGreaterThan(5)
  await teacher.getByRole('button', { name: 'End the turn of Zoe' }).click()
  await zoe.locator('.live-tile[data-own]').waitFor({ state: 'detached' })
  await visitor.getByText('Signal lost').waitFor()
  expect(site.errors).toEqual([])
})

it('names the step of the check that fails', async () => {
  const room = await addLesson()
  const { page } = site
  await page.addInitScript(() => {
    const { mediaDevices } = navigator
    const open = mediaDevices.getUserMedia.bind(mediaDevices)
    mediaDevices.getUserMedia = async (constraints) => {
      if (constraints?.video) throw new DOMException('no camera', 'NotFoundError')
      return open(constraints)
    }
  })
  await signIn(page, server.address)
  await enter(page, room)
  await join(page)
  await page.getByRole('button', { name: 'Camera and microphone' }).click()
  const step = (name: string) => page.locator('.live-stages li', { hasText: name })
  await step('Camera').getByText('No device was found. Connect one, then check again.').waitFor()
  await step('Microphone').getByText('Good').waitFor()
  await step('Server').getByText('Good').waitFor()
  await page.getByRole('button', { name: 'Send audio only' }).click()
  await page.locator('.live-tile[data-own]').getByText('Audio only').waitFor()
  await page.addInitScript(() => Object.defineProperty(window, 'isSecureContext', { value: false }))
  await page.reload()
  await join(page)
  await page.getByRole('button', { name: 'Camera and microphone' }).click()
  await step('Address of the page')
    .getByText(/Browsers allow camera and microphone on https/)
    .waitFor()
  expect(await page.getByRole('button', { name: 'Start sending' }).isDisabled()).toBe(true)
})

it('names the device that is refused or in use, and the codec that is missing, with what to do', async () => {
  const room = await addLesson()
  const { page } = site
  await page.addInitScript(() => {
    const { mediaDevices } = navigator
    const open = mediaDevices.getUserMedia.bind(mediaDevices)
    mediaDevices.getUserMedia = async (constraints) => {
      for (const kind of ['video', 'audio'] as const) {
        const name = constraints?.[kind] ? document.documentElement.dataset[`${kind}Error`] : undefined
        if (name) throw new DOMException('', name)
      }
      return open(constraints)
    }
    const isTypeSupported = MediaRecorder.isTypeSupported.bind(MediaRecorder)
    MediaRecorder.isTypeSupported = (type) => !document.documentElement.dataset['codec'] && isTypeSupported(type)
  })
  await signIn(page, server.address)
  await enter(page, room)
  await join(page)
  const setFault = (name: string, value: string) =>
    page.evaluate(([key, text]) => document.documentElement.setAttribute(`data-${key}`, text!), [name, value])
  await setFault('video-error', 'NotAllowedError')
  await setFault('audio-error', 'NotReadableError')
  await page.getByRole('button', { name: 'Camera and microphone' }).click()
  const step = (name: string) => page.locator('.live-stages li', { hasText: name })
  await step('Camera').getByText('Allow it in the permissions of the address bar, then check again.').waitFor()
  await step('Microphone').getByText('Another program is using the device. Close it, then check again.').waitFor()
  await step('Server').getByText('Good').waitFor()
  await setFault('video-error', '')
  await setFault('audio-error', 'NotAllowedError')
  await page.getByRole('button', { name: 'Check again' }).click()
  await step('Microphone').getByText('Allow it in the permissions of the address bar, then check again.').waitFor()
  await step('Camera').getByText('Good').waitFor()
  await page.getByRole('button', { name: 'Send video only' }).waitFor()
  await setFault('video-error', 'NotReadableError')
  await page.getByRole('button', { name: 'Check again' }).click()
  await step('Camera').getByText('Another program is using the device. Close it, then check again.').waitFor()
  await page.getByRole('button', { name: 'Cancel' }).click()
  await setFault('codec', 'missing')
  await page.getByRole('button', { name: 'Camera and microphone' }).click()
  await step('Browser')
    .getByText(/cannot record VP8 and Opus. Use a current Chrome/)
    .waitFor()
  expect(site.errors).toEqual([])
})

it('speaks while space is held, and tells the teacher of a recording that has stopped growing', async () => {
  const room = await addLesson()
  const { page } = site
  let isStill = false
  await page.route('**/admin/live.Classroom/growth*', async (route) => {
    const answer = await route.fetch()
    const body = (await answer.json()) as { data: object }
    await route.fulfill({ response: answer, json: { ...body, data: { still: isStill } } })
  })
  await signIn(page, server.address)
  await enter(page, room)
  await join(page)
  await sendCamera(page)
  await page.getByRole('timer', { name: 'Length of the recording' }).waitFor()
  const own = page.locator('.live-tile[data-own]')
  const isHeard = () =>
    own
      .locator('video')
      .evaluate((video: HTMLVideoElement) => (video.srcObject as MediaStream).getAudioTracks()[0]!.enabled)
  await own.getByRole('button', { name: 'Mute', exact: true }).click()
  await own.getByText('Hold the space bar to speak').waitFor()
  await page.keyboard.down('Space')
  await own.getByText('Speaking').waitFor()
  expect(await isHeard()).toBe(true)
  await page.keyboard.up('Space')
  await own.getByText('Speaking').waitFor({ state: 'detached' })
  expect(await isHeard()).toBe(false)
  const box = page.getByRole('textbox').first()
  await box.click()
  await page.keyboard.down('Space')
  expect([await isHeard(), await box.inputValue()]).toEqual([false, ' '])
  await page.keyboard.up('Space')
  await page.getByRole('button', { name: 'Unmute' }).click()
  expect(await isHeard()).toBe(true)
  isStill = true
  await page.getByText(/The recording has stopped growing/).waitFor()
  expect(site.errors).toEqual([])
})

it('bbb#2921 offers to hear where the browser refuses to play, and plays after the tap', async () => {
  const room = await addLesson()
  const { page: teacher } = site
  await signIn(teacher, server.address)
  await enter(teacher, room)
  await join(teacher)
  await sendCamera(teacher)
  const { page: zoe } = await site.openBeside()
  // As browsers of phones do: no sound before somebody touches what is to be heard.
  await zoe.addInitScript(() => {
    const media = HTMLMediaElement.prototype
    const play = media.play
    Object.defineProperty(media, 'autoplay', { writable: true, value: false })
    media.play = function playIfTouched(this: HTMLMediaElement) {
      const isTouched = document.activeElement?.textContent === 'Tap to hear'
      return this.muted || isTouched ? play.call(this) : Promise.reject(new DOMException('', 'NotAllowedError'))
    }
  })
  await enterAs(zoe, 'Zoe', room)
  await join(zoe)
  const tap = zoe.getByRole('button', { name: 'Tap to hear' })
  await tap.waitFor()
  // The picture is there meanwhile.
  await expect.poll(() => decoded(zoe), { timeout: 15_000 }).toBeGreaterThan(3)
  expect(await loudness(zoe)).toBe(0)
  await tap.click()
  await tap.waitFor({ state: 'detached' })
  await expect.poll(() => loudness(zoe), { timeout: 15_000 }).toBeGreaterThan(0.005)
  expect(site.errors).toEqual([])
})

it.each(looksByLanguage)('has no fault in $language', async ({ language, looks: views }) => {
  const room = await addLesson()
  await site.reopen(views[0]!)
  const { page } = site
  await followSystemTheme(page)
  await signIn(page, server.address)
  await page.goto(`${server.address}/#/ailive/${room}`)
  const panel = page.locator('.live-media')
  for (const view of views) {
    await applyLook(page, view)
    await panel.getByRole('button').first().waitFor()
    await inspect(page, view, 'live-before-joining')
  }
  await panel.getByRole('button').first().click()
  await panel.locator('.live-media-buttons button').first().click()
  const dialog = page.locator('.live-check-dialog')
  await dialog.locator('li[data-state="good"]').nth(5).waitFor()
  for (const view of views) {
    await applyLook(page, view)
    await inspect(page, view, 'live-check')
  }
  await dialog.locator('.bp6-intent-primary').click()
  await page.locator('.live-tile[data-own]:not([data-lost])').waitFor()
  await page.locator('.live-recording[data-on]').waitFor()
  for (const view of views) {
    await applyLook(page, view)
    await inspect(page, view, 'live-sending')
  }
  await panel.locator('.live-tile-buttons .bp6-intent-danger').click()
  await expect.poll(async () => (await recordsOf(room)).map(({ state }) => state), { timeout: 10_000 }).toEqual([1])
  expect(await server.api('/admin/live.Classroom/lesson', { room, action: 'end' })).toMatchObject({ code: 1 })
  await page.goto(`${server.address}/#/ailive/${room}/replay/1`)
  await page.getByRole('slider').waitFor()
  await page.getByRole('slider').fill(String(await middleOf(room)))
  await page.locator('.live-recordings video').waitFor()
  for (const view of views) {
    await applyLook(page, view)
    await inspect(page, view, 'live-replay-recorded')
  }
  expect(language === views[0]!.language).toBe(true)
  expect(site.errors).toEqual([])
})
