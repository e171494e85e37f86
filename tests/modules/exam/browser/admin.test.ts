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
  await add('exam.Paper', { title: 'Trial paper', subject_id: subject, limit_time: 20 })
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

it('imports questions after a preview with reasons, and exports them', async () => {
  const { page, server, errors } = site
  await signIn(page, server.address)
  await page.goto(`${server.address}/#/admin/exam/question`)
  await page.getByRole('button', { name: 'Question files' }).click()
  const dialog = page.getByRole('dialog')
  await inspectLooks(page, english, 'exam-import-file')
  const rows = [
    'Kind\tQuestion\tOption A\tOption B\tAnswer',
    'single\tTwo plus two?\tfour\tfive\tA',
    'judge\tNo answer',
  ]
  await dialog.getByLabel('Or paste a table, or GIFT').fill(rows.join('\n'))
  await dialog.getByRole('button', { name: 'Preview' }).click()
  await dialog.getByText('One question can be imported · One cannot be imported').waitFor()
  await dialog.getByText('Enter the right answer.').waitFor()
  await inspectLooks(page, english, 'exam-import-preview')
  await dialog.getByRole('button', { name: 'Import one question' }).click()
  await dialog.getByText('One question was imported').waitFor()
  await dialog.getByRole('button', { name: 'Close' }).last().click()
  await dialog.waitFor({ state: 'detached' })
  await page.getByText('Two plus two?').first().waitFor()
  await page.getByRole('button', { name: 'Question files' }).click()
  await dialog.getByRole('button', { name: 'Export questions' }).click()
  const download = page.waitForEvent('download')
  await page.getByRole('dialog').getByRole('button', { name: 'Export', exact: true }).click()
  expect((await download).suggestedFilename()).toBe('All subjects.xlsx')
  expect(errors).toEqual([])
})

it('composes a fixed and a random paper, and previews it', async () => {
  const { page, server, errors } = site
  await signIn(page, server.address)
  await page.goto(`${server.address}/#/admin/exam/builder`)
  await page.getByRole('button', { name: 'Trial paper' }).click()
  const add = page.getByRole('button', { name: /^Add: Why is rule/ })
  await add.nth(1).click()
  await add.first().click()
  await page.getByText('2 questions, 2 points').waitFor()
  await page.getByRole('button', { name: 'Move question 2 up' }).press('Enter')
  await page.getByLabel('Points of question 1').fill('2.5')
  await page.getByText('2 questions, 3.5 points').waitFor()
  await inspectLooks(page, english, 'exam-builder-fixed')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await page.getByText('It can be published.').waitFor()
  await page.getByRole('button', { name: 'Preview and print' }).click()
  await page.getByRole('region', { name: 'Sample' }).getByText('1. Short answer (2.5 points)').waitFor()
  await page.getByText('With answers and explanations').click()
  await inspectLooks(page, english, 'exam-builder-preview')
  await page.emulateMedia({ media: 'print' })
  expect(await page.locator('.exam-print-sheet').isVisible()).toBe(true)
  expect(await page.getByRole('button', { name: 'Preview and print' }).count()).toBe(0)
  await page.emulateMedia({ media: 'screen' })
  await page.getByRole('radio', { name: 'Random questions' }).click()
  await page.getByLabel(/^Short answer, Any difficulty/).fill('9')
  await page.getByText('Too few in the bank: Short answer needs 9, and there are 6.').waitFor()
  await inspectLooks(page, english, 'exam-builder-random')
  await page.getByLabel(/^Short answer, Any difficulty/).fill('3')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await page.getByText('It can be published.').waitFor()
  await page.getByRole('button', { name: 'Publish' }).click()
  await page.locator('.bp6-tag', { hasText: 'Published' }).waitFor()
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
