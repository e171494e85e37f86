/** Sound and picture that go directly, in four browsers with devices that Chromium feigns, and the ways out. */
import { readdirSync, readFileSync } from 'node:fs'
import type { Page } from 'playwright-core'
import { beforeEach, expect, it } from 'vitest'
import { signIn } from '../../../support/browser.ts'
import type { Running } from '../../../support/running.ts'
import {
  addLesson,
  enter,
  expectPicture,
  join,
  loudness,
  names,
  openPupil,
  playMiddle,
  recordsOf,
  sendCamera,
  useClassroom,
} from './media-pages.ts'

const soundFlag = '--autoplay-policy=no-user-gesture-required'
const { site, server: serverOf } = useClassroom([soundFlag])
let server: Running
beforeEach(() => {
  server = serverOf()
})

/** The pictures that are there now do not count any more. */
const forgetPictures = (page: Page): Promise<void> =>
  page.evaluate(() => document.querySelectorAll('.live-tile video').forEach((video) => (video.className = 'before')))

/** Processes that hand media on, of all servers that were started from this folder. */
function mediaProcesses(): readonly number[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .filter((name) => {
      try {
        const words = readFileSync(`/proc/${name}/cmdline`, 'utf8').split('\0')
        return words.some((word) => word.startsWith('{"library"')) && isBelow(Number(name), process.pid)
      } catch {
        return false
      }
    })
    .map(Number)
}

/** Whether a process was started by another one, or by one that it started. */
function isBelow(pid: number, ancestor: number): boolean {
  if (pid === ancestor) return true
  if (pid <= 1) return false
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
  return isBelow(Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]), ancestor)
}

async function openTeacher(room: number): Promise<Page> {
  const { page } = site
  await signIn(page, server.address)
  await enter(server, page, room)
  await join(page)
  await sendCamera(page)
  return page
}

it('brings the teacher directly to three pupils, and back after the process of the media was killed', async () => {
  const room = await addLesson(server)
  const teacher = await openTeacher(room)
  const pupils: Page[] = []
  for (const name of names) pupils.push(await openPupil(site, server, name, room))
  for (const page of pupils) {
    await expectPicture(page, 'direct')
    expect(await loudness(page)).toBeGreaterThan(0.005)
  }
  const [zoe] = pupils as [Page]
  const spans: number[] = []
  for (let time = 0; time < 5; time += 1) {
    await zoe.getByRole('button', { name: 'Leave audio and video' }).click()
    const began = performance.now()
    await join(zoe)
    await expectPicture(zoe, 'direct')
    spans.push(performance.now() - began)
  }
  // 2 seconds where nothing else runs; the machine of the tests may be busy.
  expect(Math.min(...spans)).toBeLessThan(5000)
  // A fault of native code ends this process; the server and its log stay.
  const killed = mediaProcesses()
  expect(killed.length).toBe(1)
  for (const page of pupils) await forgetPictures(page)
  process.kill(killed[0]!, 'SIGKILL')
  await zoe.getByRole('button', { name: 'Raise hand' }).click()
  await teacher.locator('.live-tabs').getByRole('button', { name: 'People' }).click()
  await teacher.getByRole('button', { name: 'Give the floor to Zoe' }).waitFor()
  await expect.poll(() => mediaProcesses().filter((pid) => !killed.includes(pid)).length).toBe(1)
  for (const page of pupils) await expectPicture(page, 'direct')
  // Two recordings: up to the fault, and from then on. Both are whole.
  await teacher.getByRole('button', { name: 'Stop sending' }).click()
  await expect.poll(async () => (await recordsOf(server, room)).map(({ state }) => state)).toEqual([1, 1])
  for (const record of await recordsOf(server, room)) {
    const played = await playMiddle(zoe, record.url_info[0]!.address)
    expect(Math.abs(played.duration - record.seconds)).toBeLessThan(1)
    expect(played.frames).toBeGreaterThan(5)
    expect(played.end).toBeGreaterThan(played.duration - 1)
  }
  expect(site.errors).toEqual([])
})

/** No packet of UDP gets through: neither side has a way to the other one. */
const blockUdp = (page: Page) =>
  page.addInitScript(() => {
    const Connection = window.RTCPeerConnection
    window.RTCPeerConnection = class extends Connection {
      constructor(configuration?: RTCConfiguration) {
        super({ ...configuration, iceTransportPolicy: 'relay' })
      }
    }
  })

it('takes the web connection where UDP is blocked, says so, and lets pupils with the floor send', async () => {
  const room = await addLesson(server, { mic: 1, cam: 1 })
  await blockUdp(site.page)
  const { page: teacher } = site
  await signIn(teacher, server.address)
  await enter(server, teacher, room)
  await join(teacher)
  await teacher.getByRole('button', { name: 'Camera and microphone' }).click()
  await teacher
    .locator('.live-stages li', { hasText: 'UDP' })
    .getByText(/A firewall may block it/)
    .waitFor()
  await teacher.getByRole('button', { name: 'Start sending' }).click()
  const zoe = await openPupil(site, server, 'Zoe', room)
  await expectPicture(zoe, 'relay')
  // Zoe can send directly: the teacher, who cannot receive so, sees her over the web connection.
  await zoe.getByRole('button', { name: 'Raise hand' }).click()
  await teacher.locator('.live-tabs').getByRole('button', { name: 'People' }).click()
  await teacher.getByRole('button', { name: 'Give the floor to Zoe' }).click()
  await zoe.getByRole('button', { name: 'Speak' }).click()
  await zoe.locator('.live-stages li', { hasText: 'UDP' }).getByText('Good').waitFor()
  await zoe.getByRole('button', { name: 'Start sending' }).click()
  await expectPicture(teacher, 'relay')
  await teacher.getByText('This network has no way for UDP').waitFor()
  const adam = await openPupil(site, server, 'Adam', room)
  await expect.poll(() => adam.locator('.live-tile video').count()).toBe(2)
  await teacher.getByRole('button', { name: 'End the turn of Zoe' }).click()
  await zoe.locator('.live-tile[data-own]').waitFor({ state: 'detached' })
  expect(site.errors).toEqual([])
})
