/** A lesson of a teacher and three pupils in four browsers: hands, rules, quiz, board, and networks that break. */
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

const site = useSite({ demo: false }, async (running) => {
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

/** A room that begins now. @returns its id */
async function addRoom(title: string, values: object = {}): Promise<number> {
  const start_time = Math.floor(Date.now() / 1000)
  const body = { title, teacher_id: 1, start_time, end_time: start_time + 3600, allow_visit: 1, ...values }
  expect(await server.api('/admin/live.Room/add', body)).toMatchObject({ code: 1 })
  const answer = await fetch(`${server.address}/api/live.Room/index`, { headers: { 'x-tablewright': '1' } })
  const { data } = (await answer.json()) as { data: { list: { id: number; title: string }[] } }
  return Math.max(...data.list.filter((room) => room.title === title).map(({ id }) => id))
}

async function enterAs(page: Page, nickname: string, room: number): Promise<void> {
  await page.addInitScript((info) => localStorage.setItem('userInfo', info), JSON.stringify(infos[nickname]))
  await page.goto(`${server.address}/#/ailive/${room}`)
  await page.locator('.live-paper canvas').waitFor()
}

async function enterAsTeacher(page: Page, room: number): Promise<void> {
  await signIn(page, server.address)
  await page.goto(`${server.address}/#/ailive/${room}`)
  await page.locator('.live-paper canvas').waitFor()
}

const tab = (page: Page, name: string) => page.locator('.live-tabs').getByRole('button', { name })
/** The pixels of the board, which do not depend on its size on the screen. */
const raster = (page: Page): Promise<string> =>
  page.locator('.live-paper canvas').evaluate((canvas) => (canvas as HTMLCanvasElement).toDataURL())

async function draw(page: Page, y: number): Promise<void> {
  const box = (await page.locator('.live-paper canvas').boundingBox())!
  await page.mouse.move(box.x + box.width * 0.2, box.y + box.height * y)
  await page.mouse.down()
  for (let step = 1; step <= 8; step++)
    await page.mouse.move(box.x + box.width * (0.2 + step * 0.05), box.y + box.height * (y + 0.02 * (step % 2)))
  await page.mouse.up()
}

it('gives a lesson to three pupils', async () => {
  const room = await addRoom('Receiving goods')
  const { page: teacher } = site
  await enterAsTeacher(teacher, room)
  await teacher.getByRole('button', { name: 'Start the lesson' }).click()
  const pupils: Page[] = []
  for (const [index, name] of names.slice(0, 2).entries()) {
    const { page } = await site.openBeside({ language: 'en', dark: false, width: index === 0 ? 1280 : 390 })
    await enterAs(page, name, room)
    pupils.push(page)
  }
  const [zoe, adam] = pupils as [Page, Page]
  // Hands stand in the order in which they were raised, wherever one looks.
  await zoe.getByRole('button', { name: 'Raise hand' }).click()
  await zoe.getByText('You are number 1').waitFor()
  await adam.getByRole('button', { name: 'Raise hand' }).click()
  await adam.getByText('You are number 2').waitFor()
  await tab(teacher, 'People').click()
  await expect
    .poll(() => teacher.locator('.live-hands').first().locator('li > span:first-child').allTextContents())
    .toEqual(['Zoe', 'Adam'])
  await teacher.getByRole('button', { name: 'Give the floor to Zoe' }).click()
  await zoe.getByText('You have the floor.').waitFor()
  await adam.getByText('You are number 1').waitFor()
  // Chat arrives at once.
  await tab(adam, 'Chat').click()
  await adam.getByRole('textbox', { name: 'Write a message' }).fill('Where do pallets go?')
  await adam.keyboard.press('Enter')
  await zoe.locator('.live-chat-text', { hasText: 'Where do pallets go?' }).waitFor()
  await adam.getByRole('button', { name: 'Close' }).click()
  // Drawing needs the rule, and has it at once.
  await teacher.getByRole('button', { name: 'Pen' }).click()
  await draw(teacher, 0.3)
  expect(await zoe.getByRole('button', { name: 'Pen' }).count()).toBe(0)
  await tab(teacher, 'Rules').click()
  await teacher.getByText('Pupils may draw').click()
  await zoe.getByRole('button', { name: 'Pen' }).click()
  // Strokes of a network that is gone arrive when it is back, in both directions.
  await zoe.context().setOffline(true)
  await draw(zoe, 0.6)
  await zoe.getByText(/not sent yet/).waitFor()
  for (const y of [0.4, 0.5, 0.7]) await draw(teacher, y)
  await zoe.context().setOffline(false)
  await zoe.getByRole('img', { name: /strokes: 5/ }).waitFor()
  await adam.getByRole('img', { name: /strokes: 5/ }).waitFor()
  await teacher.getByRole('img', { name: /strokes: 5/ }).waitFor()
  await expect.poll(() => raster(zoe)).toBe(await raster(teacher))
  // The same pixels at 390 and at 1280.
  await expect.poll(() => raster(adam)).toBe(await raster(teacher))
  await askAndLateJoiner(teacher, zoe, adam, room)
  expect(site.errors).toEqual([])
})

async function askAndLateJoiner(teacher: Page, zoe: Page, adam: Page, room: number): Promise<void> {
  await tab(teacher, 'Quiz').click()
  await teacher.getByLabel('Kind').selectOption('multi')
  await teacher.getByLabel('Question', { exact: true }).fill('What comes first?')
  for (const [index, text] of ['Count', 'Check', 'Store'].entries())
    await teacher.getByRole('textbox', { name: `Option ${index + 1}` }).fill(text)
  await teacher.getByRole('checkbox', { name: 'Option 1 is right' }).check()
  await teacher.getByRole('button', { name: 'Ask', exact: true }).click()
  await tab(zoe, 'Quiz').click()
  for (const text of ['Count', 'Check', 'Store']) await zoe.getByLabel(text).check()
  await zoe.getByRole('button', { name: 'Answer', exact: true }).click()
  await teacher.getByText('Answered: 1 of 2').waitFor()
  await teacher.getByText('Not yet: Adam').waitFor()
  // A vote, a reload and another vote are one vote.
  await zoe.reload()
  await tab(zoe, 'Quiz').click()
  expect(await zoe.getByLabel('Store').isChecked()).toBe(true)
  await zoe.getByLabel('Store').uncheck()
  await zoe.getByLabel('Check').uncheck()
  await zoe.getByRole('button', { name: 'Change the answer' }).click()
  // Mia comes late: she sees the board, the rules, the quiz and its time.
  const { page: mia } = await site.openBeside()
  await enterAs(mia, 'Mia', room)
  await expect.poll(() => raster(mia)).toBe(await raster(teacher))
  await mia.getByRole('button', { name: 'Pen' }).waitFor()
  await tab(mia, 'Quiz').click()
  await mia.getByRole('timer').last().waitFor()
  await mia.getByLabel('Count').check()
  await mia.getByRole('button', { name: 'Answer', exact: true }).click()
  await teacher.getByText('Answered: 2 of 3').waitFor()
  await teacher.getByRole('button', { name: 'Close and show the result' }).click()
  await tab(adam, 'Quiz').click()
  for (const page of [teacher, zoe, adam, mia]) {
    await page.getByText('Members who answered: 2').waitFor()
    expect(await page.locator('.live-bar-count').allTextContents()).toEqual(['2', '0', '0'])
  }
  await zoe.getByText('Your answer is right.').waitFor()
  await teacher.getByRole('button', { name: 'End the lesson' }).click()
  for (const page of [zoe, adam, mia]) await page.getByText('This lesson is over.').waitFor()
}

it.each(looksByLanguage)('has no fault in $language', async ({ language, looks: views }) => {
  const room = await addRoom(`Looks ${language}`)
  const answer = await server.api('/admin/live.Classroom/lesson', { room, action: 'start' })
  expect(answer).toMatchObject({ code: 1 })
  // There is one at least.
  await site.reopen(views[0]!)
  const { page } = site
  await followSystemTheme(page)
  await page.goto(`${server.address}/#/ailive`)
  for (const view of views) {
    await applyLook(page, view)
    await page.locator('.live-room').first().waitFor()
    await inspect(page, view, 'live-rooms')
  }
  await enterAsTeacher(page, room)
  for (const view of views) {
    await applyLook(page, view)
    await inspect(page, view, 'live-classroom')
    await page.locator('.live-tabs button').nth(2).click()
    await inspect(page, view, 'live-quiz')
    await page.locator('.live-tabs button').nth(2).click()
  }
  const phone = views.find(({ width }) => width < 600)
  if (phone) {
    await applyLook(page, phone)
    await page.setViewportSize({ width: 844, height: 390 })
    await page.locator('.live-paper canvas').waitFor()
    await inspect(page, { ...phone, width: 844 }, 'live-landscape')
  }
  expect(site.errors).toEqual([])
})
