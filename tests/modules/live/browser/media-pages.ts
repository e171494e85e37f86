/** Classrooms in browsers with devices that Chromium feigns: a teacher, three pupils, and what they see and hear. */
import type { Page } from 'playwright-core'
import { beforeEach, expect } from 'vitest'
import type { Running } from '../../../support/running.ts'
import { useSite, type Site } from '../../../support/site.ts'

const password = 'long enough 7'
export const names = ['Zoe', 'Adam', 'Mia'] as const
const infos: Record<string, { readonly id: number; readonly token: string }> = {}

/** The server of this file, with the three pupils. */
export function useClassroom(more: readonly string[] = []): { readonly site: Site; server(): Running } {
  let server: Running
  const flags = ['--use-fake-device-for-media-stream', '--use-fake-ui-for-media-stream', ...more]
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

  return { site, server: () => server }
}

let count = 0
/** A room whose lesson goes on. @returns its id */
export async function addLesson(server: Running, values: object = {}): Promise<number> {
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

export async function enter(server: Running, page: Page, room: number): Promise<void> {
  await page.goto(`${server.address}/#/ailive/${room}`)
  await page.getByRole('button', { name: 'Join audio and video' }).waitFor()
}

async function enterAs(server: Running, page: Page, nickname: string, room: number): Promise<void> {
  await page.addInitScript((info) => localStorage.setItem('userInfo', info), JSON.stringify(infos[nickname]))
  await enter(server, page, room)
}

export const join = (page: Page) => page.getByRole('button', { name: 'Join audio and video' }).click()

export async function openPupil(site: Site, server: Running, nickname: string, room: number): Promise<Page> {
  const { page } = await site.openBeside()
  await enterAs(server, page, nickname, room)
  await join(page)
  return page
}

export async function sendCamera(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Camera and microphone' }).click()
  await page.getByRole('button', { name: 'Start sending' }).click()
  await page.locator('.live-tile[data-own]:not([data-lost])').waitFor()
}

/** The loudest moment of what the page plays, within a few seconds: the microphone beeps every second. */
export const loudness = (page: Page): Promise<number> =>
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

/** How the picture of somebody else comes to a page. */
const wayOf = (page: Page): Promise<'direct' | 'relay' | null> =>
  page.evaluate(() => {
    const video = document.querySelector<HTMLVideoElement>('.live-tile:not([data-own]) video')
    return video && (video.srcObject ? 'direct' : 'relay')
  })

/** Pictures of the first element that is not marked as one from before. */
const decodedSince = (page: Page): Promise<number> =>
  page.evaluate(() => {
    const video = document.querySelector<HTMLVideoElement>('.live-tile:not([data-own]) video:not(.before)')
    return video && !video.paused ? video.getVideoPlaybackQuality().totalVideoFrames : 0
  })

export async function expectPicture(page: Page, way: 'direct' | 'relay'): Promise<void> {
  await expect
    .poll(async () => ((await wayOf(page)) === way ? decodedSince(page) : 0), { interval: 50 })
    .toBeGreaterThan(2)
}

interface RecordRow {
  readonly room_id: number
  readonly state: number
  readonly reason: number
  readonly seconds: number
  readonly url_info: readonly { readonly address: string }[]
}

export const recordsOf = async (server: Running, room: number): Promise<readonly RecordRow[]> => {
  const { data } = await server.api<{ list: RecordRow[] }>('/admin/live.Record/index?limit=100')
  return data.list.filter(({ room_id }) => Number(room_id) === room)
}

/** Plays a recording from its middle, as a browser of the site. */
export const playMiddle = (page: Page, address: string) =>
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
