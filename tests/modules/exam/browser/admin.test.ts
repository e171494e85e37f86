/** Administrators in a browser: the input of options and answers, and thirty answers marked by keyboard alone. */
import { expect, it } from 'vitest'
import { followSystemTheme, looks, shownForm, signIn } from '../../../support/browser.ts'
import { inspectLooks } from '../../../support/inspect.ts'
import { useSite } from '../../../support/site.ts'

const password = 'long enough 7'
const people = ['mei', 'ann', 'bob', 'eva', 'leo']
const count = 6
const english = looks.filter(({ language }) => language === 'en')

const site = useSite({ demo: false }, async (running) => {
  const add = async (path: string, body: object): Promise<number> => {
    const answer = await running.api<{ id: number }>(`/admin/${path}/add`, body)
    expect(answer).toMatchObject({ code: 1 })
    return answer.data.id
  }
  const subject = await add('exam.Subject', { name: 'Safety' })
  const questions: number[] = []
  for (let number = 1; number <= count; number++)
    questions.push(
      await add('exam.Question', {
        subject_id: subject,
        kind: 'SHORT',
        title: `<p>Why is rule ${number} there?</p>`,
        options_json: JSON.stringify({ reference: 'Safety' }),
      }),
    )
  const lines = questions.map((question_id) => ({ question_id, score: '5' }))
  const paper = await add('exam.Paper', { title: 'Essays', subject_id: subject, limit_time: 20, questions: lines })
  expect(await running.api('/admin/exam.Paper/publish', { id: paper })).toMatchObject({ code: 1 })
  const call = async <Data>(path: string, body: object, token = ''): Promise<Data> => {
    const answer = await fetch(`${running.address}/api/${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...(token && { 'ba-user-token': token }) },
      body: JSON.stringify(body),
    })
    const json = (await answer.json()) as { code: number; data: Data }
    expect(json).toMatchObject({ code: 1 })
    return json.data
  }
  for (const username of people) {
    const account = { username, nickname: username, password, group_id: 1, gender: 0, email: `${username}@example.com` }
    await add('user.User', account)
    const { userInfo } = await call<{ userInfo: { token: string } }>('user/checkIn', {
      tab: 'login',
      username,
      password,
      keep: false,
    })
    const sitting = await call<{ attempt: number; lease: string }>('exam.Attempt/start', { paper }, userInfo.token)
    const items = questions.map((_, place) => ({ seq: place + 1, n: 1, texts: [`Because ${username} says so.`] }))
    const { attempt, lease } = sitting
    await call('exam.Attempt/submit', { attempt, lease, items }, userInfo.token)
  }
})

it('adds a question with options', async () => {
  const { page, server, errors } = site
  await signIn(page, server.address)
  await page.goto(`${server.address}/#/admin/exam/question?add=1`)
  await shownForm(page).getByLabel('Option A', { exact: true }).fill('Red')
  await shownForm(page).getByRole('radio', { name: 'A is right' }).check()
  expect(await shownForm(page).getByLabel('Share of points of option B (%)').count()).toBe(1)
  await followSystemTheme(page)
  await inspectLooks(page, english, 'exam-question-form')
  expect(errors).toEqual([])
})

it('marks thirty answers by keyboard alone', async () => {
  const { page, server, errors } = site
  await signIn(page, server.address)
  await page.goto(`${server.address}/#/admin/exam/marking`)
  await page.getByRole('button', { name: 'Essays' }).press('Enter')
  await followSystemTheme(page)
  await page.getByLabel('Points (0 to 5)').waitFor()
  await inspectLooks(page, english, 'exam-marking')
  await page.getByLabel('Points (0 to 5)').focus()
  for (let left = people.length * count; left > 0; left--) {
    await page.getByText(new RegExp(`, ${left} to mark$`)).waitFor()
    await page.keyboard.type('4')
    await page.keyboard.press('Enter')
  }
  await page.getByText('All answers are marked.').waitFor()
  const { data } = await server.api<{ list: { state: number; score: string }[] }>('/admin/exam.Attempt/index')
  expect(data.list.map(({ state, score }) => [state, score])).toEqual(people.map(() => [3, '24.00']))
  expect(errors).toEqual([])
})
