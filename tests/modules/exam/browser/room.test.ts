/** An examination day in a browser: twelve candidates over HTTP, their desk by keyboard, and the pages of members. */
import { expect, it } from 'vitest'
import { followSystemTheme, looks, looksByLanguage, signIn } from '../../../support/browser.ts'
import { inspectLooks } from '../../../support/inspect.ts'
import type { Running } from '../../../support/running.ts'
import { useSite } from '../../../support/site.ts'

const password = 'long enough 7'
const count = 12
const english = looks.filter(({ language }) => language === 'en')
let room = 0
let paper = 0
let course = 0
let lesson = 0

interface Seated {
  readonly token: string
  readonly attempt: number
  readonly lease: string
}
const seated: Seated[] = []

async function call<Data>(running: Running, path: string, body: object, token = ''): Promise<Data> {
  const answer = await fetch(`${running.address}/api/${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...(token && { 'ba-user-token': token }) },
    body: JSON.stringify(body),
  })
  const json = (await answer.json()) as { code: number; data: Data }
  expect(json).toMatchObject({ code: 1 })
  return json.data
}

const nameOf = (number: number): string => `person${String(number).padStart(2, '0')}`

const site = useSite({ demo: false }, async (running) => {
  const add = async (path: string, body: object): Promise<number> => {
    const answer = await running.api<{ id: number }>(`/admin/${path}/add`, body)
    expect(answer).toMatchObject({ code: 1 })
    return answer.data.id
  }
  const subject = await add('exam.Subject', { name: 'Safety' })
  const options = [{ text: 'Red', right: true }, { text: 'Green' }, { text: 'Blue' }]
  const questions: number[] = []
  for (let number = 1; number <= 8; number++)
    questions.push(
      await add('exam.Question', {
        subject_id: subject,
        kind: 'SINGLE',
        title: `<p>Which colour is number ${number}?</p>`,
        options_json: JSON.stringify({ options }),
      }),
    )
  const lines = questions.map((question_id) => ({ question_id, score: '5' }))
  const rules = { limit_time: 60, pass_score: '20', release: 'now', shuffle_options: 0 }
  paper = await add('exam.Paper', { title: 'Safety exam', subject_id: subject, ...rules, questions: lines })
  expect(await running.api('/admin/exam.Paper/publish', { id: paper })).toMatchObject({ code: 1 })
  const now = Math.floor(Date.now() / 1000)
  const times = { start_time: now - 600, end_time: now + 7200 }
  const open = async (body: object): Promise<number> => {
    const id = await add('exam.Room', { paper_id: paper, ...times, ...body })
    expect(await running.api('/admin/exam.Room/open', { id })).toMatchObject({ code: 1 })
    return id
  }
  room = await open({ title: 'Computer room 1', people_count: 20 })
  await open({ title: 'Computer room 2', signup_mode: 'PASSWORD', password: 'maple', makeup_count: 1 })
  await open({ title: 'Computer room 3', signup_mode: 'AUDIT', description: 'The head of department decides.' })
  course = await add('exam.Course', { title: 'Warehouse basics', description: 'For new colleagues.', status: 1 })
  const chapter = await add('exam.Chapter', { title: 'Receiving', course_id: course })
  for (const title of ['Compare what arrives', 'Damaged goods', 'Returns'])
    lesson = await add('exam.Lesson', {
      title,
      chapter_id: chapter,
      kind: 'TEXT',
      minutes: 10,
      content: `<p>${title}: compare quantity, batch and packaging, and write down differences at once.</p>`,
    })
  for (let number = 1; number <= count + 1; number++) {
    const username = nameOf(number)
    const account = { username, nickname: username, password, group_id: 1, gender: 0, email: `${username}@example.com` }
    await add('user.User', account)
    const body = { tab: 'login', username, password, keep: false }
    const { userInfo } = await call<{ userInfo: { token: string } }>(running, 'user/checkIn', body)
    if (number > count) continue
    await call(running, 'exam.Room/signup', { room }, userInfo.token)
    if (number > count - 2) continue
    const sitting = await call<Omit<Seated, 'token'>>(running, 'exam.Attempt/start', { room }, userInfo.token)
    const items = questions
      .slice(0, number % 7)
      .map((_, place) => ({ seq: place + 1, n: 1, keys: [number % 3 === place % 3 ? 'b' : 'a'] }))
    const { attempt, lease } = sitting
    const saved = { attempt, lease, items, times: items.map(({ seq }) => ({ seq, seconds: 0 })) }
    if (items.length > 0) await call(running, 'exam.Attempt/save', saved, userInfo.token)
    if (number <= 2) await call(running, 'exam.Attempt/submit', { attempt, lease, items: [] }, userInfo.token)
    seated.push({ token: userInfo.token, ...sitting })
  }
})

it('watches a room of twelve from its desk, by keyboard, and the candidate notices at once', async () => {
  const { page, server, errors } = site
  const { page: own } = await site.openBeside()
  await own.goto(`${server.address}/#/user/login?to=/user/exam/room/${room}`)
  await own.locator('input[name=username]').fill(nameOf(count))
  await own.locator('input[name=password]').fill(password)
  await own.keyboard.press('Enter')
  await own.getByText('Which colour is number 1?').waitFor()
  await own.getByRole('radio', { name: 'Red' }).check()
  await signIn(page, server.address)
  await page.goto(`${server.address}/#/admin/exam/desk`)
  await page.getByRole('button', { name: 'Computer room 1' }).press('Enter')
  await page.getByRole('radio', { name: `All ${count}` }).waitFor()
  const row = (number: number) => page.getByRole('row').filter({ hasText: nameOf(number) })
  await row(count).getByText('Working').waitFor()
  await row(count).getByText('1/8').waitFor()
  await row(count - 1)
    .getByText('Not started')
    .waitFor()
  await row(1).getByText('Submitted · by the candidate').waitFor()
  await followSystemTheme(page)
  await inspectLooks(page, english, 'exam-desk-room')
  // The list of all is in the order of names: the last one is the candidate with a page.
  await page.locator('body').press('j')
  for (let step = 1; step < count; step++) await page.keyboard.press('j')
  await expect.poll(() => row(count).getAttribute('aria-current')).toBe('true')
  await page.keyboard.press('m')
  await page.getByLabel('Text').fill('Please speak up.')
  await page.getByRole('button', { name: 'Send' }).press('Enter')
  await own.getByText('Please speak up.').waitFor()
  await own.getByRole('button', { name: 'Got it' }).click()
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  await row(count).focus()
  await page.keyboard.press('e')
  await page.getByLabel('Minutes').fill('15')
  await inspectLooks(page, english.slice(0, 1), 'exam-desk-extend')
  await page.keyboard.press('Enter')
  await own.getByText('The deadline has changed').waitFor()
  await row(count).getByText('(+15 min)').waitFor()
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  // A candidate who closes the page is offline at once, and the desk says so.
  await own.goto(`${server.address}/#/user/exam/rooms`)
  await page.getByText(`Offline: ${nameOf(count)}`).waitFor()
  await row(count).getByText('Offline for').waitFor()
  await page.getByRole('button', { name: `Submit: ${nameOf(count)}` }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Submit' }).press('Enter')
  await row(count).getByText('Submitted · from this desk').waitFor()
  expect(errors).toEqual([])
})

it('goes on watching without a connection, and when it comes back', async () => {
  const { page, server } = site
  const sockets: { close(): Promise<void> }[] = []
  let isCut = false
  await page.routeWebSocket(/./, async (socket) => {
    if (isCut) return socket.close()
    socket.connectToServer()
    sockets.push(socket)
  })
  await signIn(page, server.address)
  await page.goto(`${server.address}/#/admin/exam/desk?room=${room}`)
  const progress = page.getByRole('row').filter({ hasText: nameOf(3) })
  await progress.getByText('3/8').waitFor()
  isCut = true
  for (const socket of sockets) await socket.close()
  await page.getByText('The live connection is lost').waitFor()
  const { token, attempt, lease } = seated[2]!
  const save = (count: number) => {
    const items = Array.from({ length: count }, (_, place) => ({ seq: place + 1, n: count, keys: ['a'] }))
    return call(server, 'exam.Attempt/save', { attempt, lease, items }, token)
  }
  await save(5)
  await progress.getByText('5/8').waitFor()
  isCut = false
  await page.evaluate(() => window.dispatchEvent(new Event('online')))
  await page.getByText('The live connection is lost').waitFor({ state: 'detached' })
  await save(7)
  await progress.getByText('7/8').waitFor()
})

it('a member signs up with a password, and withdraws', async () => {
  const { page, server, errors } = site
  await page.goto(`${server.address}/#/user/login?to=/user/exam/rooms`)
  await page.locator('input[name=username]').fill(nameOf(count + 1))
  await page.locator('input[name=password]').fill(password)
  await page.keyboard.press('Enter')
  const item = (name: string) => page.getByRole('listitem').filter({ hasText: name })
  const second = item('Computer room 2')
  await second.getByLabel('Room password').fill('maple')
  await page.keyboard.press('Enter')
  await second.getByRole('button', { name: 'Enter: Computer room 2' }).waitFor()
  await second.getByRole('button', { name: 'Withdraw: Computer room 2' }).click()
  await second.getByLabel('Room password').waitFor()
  await item('Computer room 3').getByRole('button', { name: 'Sign up: Computer room 3' }).click()
  await item('Computer room 3').getByText('Waiting for approval').waitFor()
  expect(errors).toEqual([])
})

for (const { language, looks: views } of looksByLanguage)
  it(`room list, courses, statistics and desk have no fault in ${language}`, async () => {
    // Non-null: every language has looks.
    await site.reopen(views[0]!)
    const { page, server, errors } = site
    await followSystemTheme(page)
    await page.goto(`${server.address}/#/user/login?to=/user/exam/rooms`)
    await page.locator('input[name=username]').fill(nameOf(5))
    await page.locator('input[name=password]').fill(password)
    await page.keyboard.press('Enter')
    for (const [name, path, part] of [
      ['rooms', 'exam/rooms', '.exam-room'],
      ['courses', 'exam/courses', '.exam-course'],
      ['course', `exam/course/${course}`, '.exam-lessons'],
      ['lesson', `exam/lesson/${lesson}`, '.exam-lesson'],
    ] as const) {
      await page.goto(`${server.address}/#/user/${path}`)
      await page.locator(part).first().waitFor()
      await inspectLooks(page, views, `exam-${name}`)
    }
    await signIn(page, server.address)
    for (const [name, path, part] of [
      ['desk', 'exam/desk', '.exam-desk-rooms'],
      ['desk-room', `exam/desk?room=${room}`, '.exam-desk-row'],
      ['statistics', `exam/statistics?paper=${paper}`, '.exam-statistics-questions'],
    ] as const) {
      await page.goto(`${server.address}/#/admin/${path}`)
      await page.locator(part).first().waitFor()
      await inspectLooks(page, views, `exam-${name}`)
    }
    expect(errors).toEqual([])
  })
