/**
 * Sound and picture of a lesson, through the server's relay and directly, in browsers: a teacher sends a picture that
 * tells the time, and a visitor reads it.
 */
import { chromium } from 'playwright-core'
import { median } from './list.mjs'
import { benchLiveMedia } from './live-media.mjs'
import { signIn, startOurs } from './servers.mjs'
import { chromiumPath, flags } from './sizes.mjs'

const mediaFlags = [
  '--use-fake-device-for-media-stream',
  '--use-fake-ui-for-media-stream',
  '--autoplay-policy=no-user-gesture-required',
]

/** Records what it measures. */
export async function reportLessons(dataFolder, report, atMost, quick) {
  for (const [way, isDirect, limitMs] of [
    ['through the relay', false, 800],
    ['directly', true, 150],
  ]) {
    const { firstMs, delayMs } = await benchLessons(dataFolder, isDirect, quick ? 1 : 9, quick ? 5 : 200)
    report(`lesson ${way}, from joining to a picture`, firstMs, 'ms', atMost(1000))
    report(`lesson ${way}, from glass to glass`, delayMs, 'ms', atMost(limitMs))
  }
  const viewers = quick ? 2 : 60
  const media = await benchLiveMedia({ viewers, seconds: quick ? 0.2 : 10 })
  report(`lesson directly to ${viewers} viewers, part of a core`, media.core * 100, '%', atMost(40))
  report('packets to them that were lost', media.lost, '', atMost(0))
  report('packets to them', media.packets, '/s')
  report('from joining to a picture', media.firstMs, 'ms', atMost(1000))
  report('the longest of them', media.slowestFirstMs, 'ms')
  report('memory of the process of the media', media.mb, 'MB')
}

/**
 * @returns medians of the milliseconds from a picture before the camera to the same picture on the screen of a viewer,
 * and from joining to the first picture
 */
async function benchLessons(dataFolder, isDirect, joins, pictures) {
  const server = await startOurs(dataFolder)
  const browser = await chromium.launch({ executablePath: chromiumPath, args: [...flags, ...mediaFlags] })
  try {
    await post(server, 'routine.Config/edit', { live_direct: isDirect ? '1' : '0' })
    const address = `${server.address}/#/ailive/${await addLesson(server)}`
    const teacher = await openPage(browser, JSON.stringify(await signIn(server.address, 'admin')))
    await teacher.addInitScript(showTime)
    await teacher.goto(address)
    const buttons = teacher.locator('.live-media-buttons .bp6-intent-primary')
    await buttons.click()
    await buttons.click()
    await teacher.locator('.live-check-dialog li[data-state="good"]').nth(4).waitFor()
    await teacher.locator('.live-check-dialog .bp6-dialog-footer .bp6-intent-primary').click()
    await teacher.locator('.live-tile[data-own]:not([data-lost])').waitFor()
    const viewer = await openPage(browser, null)
    await viewer.goto(address)
    const firsts = []
    for (let time = 0; time < joins; time++) {
      await viewer.locator('.live-media-buttons .bp6-intent-primary').waitFor()
      firsts.push(await viewer.evaluate(joinUntilPicture))
      if (time < joins - 1) await viewer.locator('.live-media-buttons button').last().click()
    }
    return { firstMs: median(firsts), delayMs: median(await viewer.evaluate(readTimes, pictures)) }
  } finally {
    await browser.close()
    await post(server, 'routine.Config/edit', { live_direct: '1' })
    await server.stop()
  }
}

async function openPage(browser, account) {
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 } })
  context.setDefaultTimeout(120_000)
  if (account) await context.addInitScript((info) => localStorage.setItem('adminInfo', info), account)
  return context.newPage()
}

async function post({ address, token }, path, body) {
  const answer = await fetch(`${address}/admin/${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', batoken: token },
    body: JSON.stringify(body),
  })
  return answer.json()
}

/** A lesson that visitors may watch. @returns the number of its room */
async function addLesson(server) {
  const start = Math.floor(Date.now() / 1000)
  const title = `Bench ${Date.now()}`
  const room = { title, teacher_id: 1, start_time: start, end_time: start + 3600, allow_visit: 1 }
  await post(server, 'live.Room/add', room)
  const { data } = await fetch(`${server.address}/api/live.Room/index`).then((response) => response.json())
  const { id } = data.list.find((line) => line.title === title)
  const answer = await post(server, 'live.Classroom/lesson', { room: id, action: 'start' })
  if (answer.code !== 1) throw new Error(answer.msg)
  return id
}

/** In the page of the teacher: the camera shows the milliseconds of the clock as 32 squares, black or white. */
function showTime() {
  const { mediaDevices } = navigator
  const open = mediaDevices.getUserMedia.bind(mediaDevices)
  mediaDevices.getUserMedia = async (constraints) => {
    if (!constraints.video) return open(constraints)
    const canvas = Object.assign(document.createElement('canvas'), { width: 640, height: 320 })
    const paper = canvas.getContext('2d')
    setInterval(() => {
      const time = Date.now() >>> 0
      for (let bit = 0; bit < 32; bit++) {
        paper.fillStyle = (time >>> bit) & 1 ? '#ffffff' : '#000000'
        paper.fillRect((bit % 8) * 80, Math.floor(bit / 8) * 80, 80, 80)
      }
    }, 50)
    const stream = canvas.captureStream(20)
    if (constraints.audio) for (const track of (await open({ audio: true })).getTracks()) stream.addTrack(track)
    return stream
  }
}

/** In the page of the viewer. @returns milliseconds from the click to a picture */
async function joinUntilPicture() {
  const began = performance.now()
  document.querySelector('.live-media-buttons .bp6-intent-primary').click()
  for (;;) {
    const video = document.querySelector('.live-tile video')
    if (video && video.getVideoPlaybackQuality().totalVideoFrames > 0) return performance.now() - began
    await new Promise((resolve) => requestAnimationFrame(resolve))
  }
}

/** In the page of the viewer. @returns milliseconds by which each of so many pictures is late */
async function readTimes(count) {
  const canvas = Object.assign(document.createElement('canvas'), { width: 640, height: 320 })
  const paper = canvas.getContext('2d', { willReadFrequently: true })
  const video = document.querySelector('.live-tile video')
  const delays = []
  // The first pictures are those of the past second.
  for (let picture = -20; picture < count; picture++) {
    await new Promise((resolve) => video.requestVideoFrameCallback(resolve))
    paper.drawImage(video, 0, 0, 640, 320)
    let time = 0
    for (let bit = 0; bit < 32; bit++) {
      const [red] = paper.getImageData((bit % 8) * 80 + 40, Math.floor(bit / 8) * 80 + 40, 1, 1).data
      if (red > 127) time |= 1 << bit
    }
    if (picture >= 0) delays.push((Date.now() >>> 0) - (time >>> 0))
  }
  return delays
}
