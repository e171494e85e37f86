/** A pupil leaves and joins twenty times: sound and picture of everybody come back each time, and nothing else. */
import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { signIn } from '../../../support/browser.ts'
import { addLesson, enter, expectPicture, join, openPupil, sendCamera, useClassroom } from '../browser/media-pages.ts'

const { site, server } = useClassroom(['--autoplay-policy=no-user-gesture-required'])

/** The media that a page gets, by sender. */
const subscriptionsOf = (page: Page): Promise<readonly string[]> =>
  page.evaluate(() =>
    [...document.querySelectorAll('.live-tile:not([data-own])')]
      .flatMap((tile) => {
        const stream = tile.querySelector('video')?.srcObject
        const tracks = stream instanceof MediaStream ? stream.getTracks() : []
        return tracks.map(({ kind, readyState }) => `${tile.textContent}: ${kind}, ${readyState}`)
      })
      .toSorted(),
  )

it('brings two senders back to a pupil who leaves and joins twenty times', async () => {
  const room = await addLesson(server(), { mic: 1, cam: 1 })
  const { page: teacher } = site
  await signIn(teacher, server().address)
  await enter(server(), teacher, room)
  await join(teacher)
  await sendCamera(teacher)
  const adam = await openPupil(site, server(), 'Adam', room)
  await adam.getByRole('button', { name: 'Raise hand' }).click()
  await teacher.locator('.live-tabs').getByRole('button', { name: 'People' }).click()
  await teacher.getByRole('button', { name: 'Give the floor to Adam' }).click()
  await adam.getByRole('button', { name: 'Speak' }).click()
  await adam.getByRole('button', { name: 'Start sending' }).click()
  await adam.locator('.live-tile[data-own]:not([data-lost])').waitFor()
  const zoe = await openPupil(site, server(), 'Zoe', room)
  await expectPicture(zoe, 'direct')
  await expect.poll(async () => (await subscriptionsOf(zoe)).length).toBe(4)
  const subscriptions = await subscriptionsOf(zoe)
  const spans: number[] = []
  for (let time = 0; time < 20; time += 1) {
    await zoe.getByRole('button', { name: 'Leave audio and video' }).click()
    await zoe.locator('.live-tile').first().waitFor({ state: 'detached' })
    const began = performance.now()
    await join(zoe)
    await expectPicture(zoe, 'direct')
    spans.push(performance.now() - began)
    await expect.poll(() => subscriptionsOf(zoe)).toEqual(subscriptions)
  }
  const [shortest, longest] = [Math.min(...spans), Math.max(...spans)].map((span) => Math.round(span))
  const middle = Math.round(spans.toSorted((left, right) => left - right)[10]!)
  console.log(`from joining to the third picture: median ${middle} ms, shortest ${shortest} ms, longest ${longest} ms`)
  expect(site.errors).toEqual([])
})
