/** A lesson of a teacher and three pupils in four browsers: hands, rules, quiz, board, and networks that break. */
import { randomUUID } from 'node:crypto'
import type { Page } from 'playwright-core'
import { beforeEach, expect, it } from 'vitest'
import { applyLook, looksByLanguage, shownPage, startSession } from '../../../support/browser.ts'
import { inspect, inspectLooks, openForLooks } from '../../../support/inspect.ts'
import type { Running } from '../../../support/running.ts'
import { useSite } from '../../../support/site.ts'
import { activePdf, chinesePage, latinPage, refusedPdfs, smallPdf } from './small-pdf.ts'

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
  await startSession(page, server.address)
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

it('plays a lesson again, with the pages of a PDF that visitors have seen as well', async () => {
  const room = await addRoom('Putting away')
  const { page: teacher } = site
  const foreign: string[] = []
  teacher.on('request', (request) => {
    if (!/^(data|blob):/.test(request.url()) && !request.url().startsWith(server.address)) foreign.push(request.url())
  })
  await enterAsTeacher(teacher, room)
  await teacher.getByRole('button', { name: 'Start the lesson' }).click()
  const chooser = teacher.locator('.live-pages input[type=file]')
  const pages = [latinPage('Shelves'), latinPage('Pallets')]
  await chooser.setInputFiles({ name: 'guide.pdf', mimeType: 'application/pdf', buffer: activePdf(pages) })
  // The first page is shown, the other one waits behind it.
  await teacher.getByText('2 / 3', { exact: true }).waitFor()
  for (const { name, buffer, message } of refusedPdfs) {
    await chooser.setInputFiles({ name, mimeType: 'application/pdf', buffer })
    await teacher.getByRole('alert').filter({ hasText: message }).or(teacher.getByText(message)).first().waitFor()
  }
  await teacher.getByText('2 / 3', { exact: true }).waitFor()
  const { page: visitor, errors } = await site.openBeside()
  await visitor.goto(`${server.address}/#/ailive/${room}`)
  const blue = (page: Page) => colorAt(page, 0.5, 0.49)
  for (const page of [teacher, visitor]) await expect.poll(() => blue(page)).toEqual([0, 0, 255])
  // The assistant knows the text of a PDF, whose font is that of the reader.
  await tab(teacher, 'Material').click()
  await teacher.locator('.live-part input[type=file]').setInputFiles({
    name: 'forklifts.pdf',
    mimeType: 'application/pdf',
    buffer: smallPdf({ pages: [chinesePage('叉车每天晚上充电。')] }),
  })
  await teacher.getByRole('link', { name: 'forklifts.pdf' }).waitFor()
  // The button is busy until the text is stored as well.
  await teacher.locator('.live-part .bp6-loading').waitFor({ state: 'detached' })
  expect(await answerOf(room)).toBe('叉车每天晚上充电。')
  await teacher.getByRole('button', { name: 'Pen' }).click()
  await draw(teacher, 0.1)
  await teacher.getByRole('img', { name: /strokes: 1/ }).waitFor()
  await teacher.getByRole('button', { name: 'Next page' }).click()
  await teacher.getByText('3 / 3', { exact: true }).waitFor()
  await draw(teacher, 0.2)
  await teacher.getByRole('img', { name: /strokes: 1/ }).waitFor()
  await visitor.getByRole('img', { name: /Page 3 of 3, strokes: 1/ }).waitFor()
  // A stroke arrives in parts.
  const last = await raster(teacher)
  await expect.poll(() => raster(visitor)).toBe(last)
  await teacher.getByRole('button', { name: 'End the lesson' }).click()
  await teacher.getByRole('link', { name: /Replay of session 1/ }).click()
  // Nothing yet; then each chapter as it was, at last what everybody saw live.
  await teacher.getByRole('img', { name: /Page 1 of 1, strokes: 0/ }).waitFor()
  await teacher.getByRole('button', { name: /guide 2/ }).click()
  await teacher.getByRole('img', { name: /Page 3 of 3, strokes: 0/ }).waitFor()
  await expect.poll(() => blue(teacher)).toEqual([0, 0, 255])
  await teacher.getByRole('button', { name: 'Play', exact: true }).click()
  await teacher.getByRole('img', { name: /Page 3 of 3, strokes: 1/ }).waitFor()
  await expect.poll(() => raster(teacher)).toBe(last)
  const slider = teacher.getByRole('slider', { name: 'Place in the lesson' })
  await slider.focus()
  await teacher.keyboard.press('Home')
  await teacher.getByRole('img', { name: /Page 1 of 1, strokes: 0/ }).waitFor()
  await teacher.keyboard.press('End')
  await teacher.getByRole('img', { name: /Page 3 of 3, strokes: 1/ }).waitFor()
  expect(foreign).toEqual([])
  expect([...site.errors, ...errors]).toEqual([])
})

/** The colour of the image of the page that is shown, at a place in parts of its size. */
const colorAt = (page: Page, x: number, y: number): Promise<readonly number[] | null> =>
  page.evaluate(
    ([left, top]) => {
      const image = document.querySelector<HTMLImageElement>('.live-paper img')
      if (!image?.complete || image.naturalWidth === 0) return null
      const canvas = document.createElement('canvas')
      canvas.width = image.naturalWidth
      canvas.height = image.naturalHeight
      const context = canvas.getContext('2d')!
      context.drawImage(image, 0, 0)
      return Array.from(context.getImageData(canvas.width * left!, canvas.height * top!, 1, 1).data.slice(0, 3))
    },
    [x, y],
  )

/** The answer of the assistant from the material of a room. */
async function answerOf(room: number): Promise<string> {
  const text = '叉车什么时候充电？'
  await server.api('/admin/live.Classroom/question', { room, text })
  const { data } = await server.api<{ list: { text: string }[] }>(`/admin/live.Classroom/asked?room=${room}`)
  return data.list[0]?.text ?? ''
}

/** A lesson with everything that a screen can show. @returns its room */
async function addFullLesson(title: string): Promise<number> {
  const room = await addRoom(title)
  const ask = async (action: string, body: object) =>
    expect(await server.api(`/admin/live.Classroom/${action}`, { room, ...body })).toMatchObject({ code: 1 })
  await ask('lesson', { action: 'start' })
  const stroke = { page: 0, part: 0, tool: 'pen', size: 60, color: 2 }
  const points = Array.from({ length: 40 }, (_none, index) => [
    1000 + index * 200,
    Math.round(3000 + 400 * Math.sin(index)),
  ])
  const events = [
    { kind: 'chat', payload: { text: 'Welcome. Today: putting away.' } },
    {
      kind: 'stroke',
      payload: { ...stroke, stroke: `${title.replaceAll(/\W/g, '-')}-stroke-1`, points: points.flat() },
    },
  ]
  await ask('act', { events: events.map((event) => ({ ...event, client: randomUUID() })) })
  const quiz = { kind: 'single', options: ['Count them', 'Store them at once'], key: [0], seconds: 0 }
  await ask('ask', { ...quiz, title: 'What do we do with pallets first?' })
  await ask('closeQuiz', { quiz: await firstQuiz(room) })
  const form = new FormData()
  const text = 'Damaged goods go into the returns area. A note on the receipt describes the damage.'
  form.append('file', new Blob([text], { type: 'text/plain' }), 'guide.txt')
  const answer = await fetch(`${server.address}/admin/live.Classroom/material?room=${room}`, {
    method: 'POST',
    headers: { batoken: server.token },
    body: form,
  })
  const { data } = (await answer.json()) as { data: { material: number } }
  await ask('passages', { material: data.material, page: 1, text })
  await ask('question', { text: 'Where do damaged goods go?' })
  return room
}

async function firstQuiz(room: number): Promise<number> {
  const path = `/admin/live.Classroom/info?room=${room}`
  const { data } = await server.api<{ state: { quizzes: { id: number }[] } }>(path)
  return data.state.quizzes[0]!.id
}

it('has no fault in any look', async () => {
  const room = await addFullLesson('Looks')
  const ended = await addFullLesson('Looks of a replay')
  await server.api('/admin/live.Classroom/lesson', { room: ended, action: 'end' })
  await Promise.all(
    looksByLanguage.map(async ({ looks: views }) => {
      const { page, errors } = await openForLooks(site, views)
      await startSession(page, server.address)
      const show = (path: string) => page.goto(`${server.address}/#/${path}`)
      await show('ailive')
      await page.locator('.live-room').first().waitFor()
      await inspectLooks(page, views, 'live-rooms')
      await show(`ailive/${room}`)
      await page.locator('.live-paper canvas').waitFor()
      for (const [place, name] of ['classroom', 'people', 'quiz', 'material', 'assistant'].entries())
        for (const view of views) {
          await applyLook(page, view)
          const button = page.locator('.live-tabs button').nth(place)
          // On a phone the first look at the classroom is without a sheet.
          if (place > 0) await button.click()
          await inspect(page, view, `live-${name}`)
          if (place > 0) await button.click()
        }
      const phone = views.find(({ width }) => width < 600)
      if (phone) {
        await applyLook(page, phone)
        await page.setViewportSize({ width: 844, height: 390 })
        await inspect(page, { ...phone, width: 844 }, 'live-landscape')
      }
      await show(`ailive/${ended}/replay/1`)
      await page.locator('.live-player').waitFor()
      await page.getByRole('slider').focus()
      await page.keyboard.press('End')
      await inspectLooks(page, views, 'live-replay')
      for (const name of ['attendance', 'quiz', 'answer']) {
        await show(`admin/live/${name}`)
        await shownPage(page).locator('table').waitFor()
        await inspectLooks(page, views, `live-admin-${name}`)
      }
      expect(errors).toEqual([])
    }),
  )
})
