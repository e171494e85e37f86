/** Administrators in a browser: the input of options and answers, and thirty answers marked by keyboard alone. */
import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { followSystemTheme, looksByLanguage, rows, shownForm, signIn } from '../../../support/browser.ts'
import { inspectInEachLook, inspectLooks } from '../../../support/inspect.ts'
import { useSite } from '../../../support/site.ts'

const password = 'long enough 7'
const people = ['mei', 'ann', 'bob', 'eva', 'leo']
const count = 6

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
    const events = [{ id: `absence-${username}`, seconds: 42 }]
    await call('exam.Attempt/focus', { attempt, events }, userInfo.token)
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
  expect(errors).toEqual([])
})

it('imports questions after a preview with reasons, and exports them', async () => {
  const { page, server, errors } = site
  await signIn(page, server.address)
  await page.goto(`${server.address}/#/admin/exam/question`)
  await page.getByRole('button', { name: 'Question files' }).click()
  const dialog = page.getByRole('dialog')
  const rows = [
    'Kind\tQuestion\tOption A\tOption B\tAnswer',
    'single\tTwo plus two?\tfour\tfive\tA',
    'judge\tNo answer',
  ]
  await dialog.getByLabel('Or paste a table, or GIFT').fill(rows.join('\n'))
  await dialog.getByRole('button', { name: 'Preview' }).click()
  await dialog.getByText('One question can be imported · One cannot be imported').waitFor()
  await dialog.getByText('Enter the right answer.').waitFor()
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
  // Another paper would lose it.
  await page.getByRole('button', { name: 'Choose another paper' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Stay here' }).click()
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  await page.getByText('2 questions, 3.5 points').waitFor()
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await page.getByText('It can be published.').waitFor()
  await page.getByRole('button', { name: 'Preview and print' }).click()
  await page.getByRole('region', { name: 'Sample' }).getByText('1. Short answer (2.5 points)').waitFor()
  await page.getByText('With answers and explanations').click()
  await page.emulateMedia({ media: 'print' })
  expect(await page.locator('.exam-print-sheet').isVisible()).toBe(true)
  expect(await page.getByRole('button', { name: 'Preview and print' }).count()).toBe(0)
  await page.emulateMedia({ media: 'screen' })
  await page.getByRole('radio', { name: 'Random questions' }).click()
  await page.getByLabel(/^Short answer, Any difficulty/).fill('9')
  await page.getByText('Too few in the bank: Short answer needs 9, and there are 6.').waitFor()
  await page.getByLabel(/^Short answer, Any difficulty/).fill('3')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await page.getByText('It can be published.').waitFor()
  await page.getByRole('button', { name: 'Publish' }).click()
  await page.locator('.bp6-tag', { hasText: 'Published' }).waitFor()
  expect(errors).toEqual([])
})

it('shows where a question is used, and excuses an absence', async () => {
  const { page, server, errors } = site
  await signIn(page, server.address)
  await page.goto(`${server.address}/#/admin/exam/question?edit=1`)
  const use = page.locator('.exam-usage')
  await use.getByRole('link', { name: 'Essays' }).waitFor()
  await use.getByText('Why is rule 1 there?').waitFor()
  await page.goto(`${server.address}/#/admin/exam/attempt?edit=1`)
  const absences = page.locator('.exam-absences')
  await absences.getByText('42 seconds').waitFor()
  const isExcused = absences.getByText('excused')
  // A repetition of the test finds it excused already.
  if ((await isExcused.count()) === 0) await absences.getByRole('button', { name: 'Excuse' }).click()
  await isExcused.waitFor()
  const { data } = await server.api<{ row: { focus_losses: number } }>('/admin/exam.Attempt/edit?id=1')
  expect(data.row.focus_losses).toBe(0)
  expect(errors).toEqual([])
})

it('takes points back, and keeps what was typed about another answer', async () => {
  const { page, server, errors } = site
  await signIn(page, server.address)
  await page.goto(`${server.address}/#/admin/exam/marking`)
  await page.getByRole('button', { name: 'Essays' }).click()
  const answer = page.locator('.exam-marking-answer')
  const points = page.getByLabel('Points (0 to 5)')
  await answer.getByText('Because mei says so.').waitFor()
  await page.getByRole('button', { name: 'Give 3 points' }).click()
  await answer.getByText('Because ann says so.').waitFor()
  await page.getByLabel('Comment for the candidate').fill('To be discussed.')
  await page.getByRole('button', { name: 'Next' }).click()
  await answer.getByText('Because bob says so.').waitFor()
  await page.getByRole('button', { name: 'Previous' }).click()
  await expect.poll(() => page.getByLabel('Comment for the candidate').inputValue()).toBe('To be discussed.')
  await page.getByRole('button', { name: 'Undo' }).click()
  await answer.getByText('Because mei says so.').waitFor()
  expect(await points.inputValue()).toBe('')
  // The other order is another list.
  await page.getByRole('radio', { name: 'By person' }).click()
  await answer.getByText('Why is rule 1 there?').waitFor()
  await page.getByRole('button', { name: 'Next' }).click()
  await answer.getByText('Why is rule 2 there?').waitFor()
  await answer.getByText('Because mei says so.').waitFor()
  expect(errors).toEqual([])
})

const open = (path: string, part: string) => async (page: Page) => {
  await page.goto(`${site.server.address}/#/admin/exam/${path}`)
  await page.locator(part).first().waitFor()
}

it('has no fault in any look', async () => {
  await inspectInEachLook(site, {
    'exam-bank': async (page) => {
      await page.goto(`${site.server.address}/#/admin/exam/question`)
      await rows(page).first().waitFor()
    },
    'exam-question': open('question?edit=1', '.exam-usage'),
    'exam-builder-fixed': open('builder?paper=2', '.exam-fixed li'),
    'exam-builder-random': async (page) => {
      await open('builder?paper=1', '.exam-builder-bar')(page)
      await page.getByRole('radio', { name: /^(Random questions|随机抽题)$/ }).click()
      await page.locator('.exam-matrix').waitFor()
    },
    'exam-print': async (page) => {
      await open('builder?paper=2', '.exam-fixed li')(page)
      await page.getByRole('button', { name: /^(Preview and print|预览与打印)$/ }).click()
      await page.locator('.exam-print-item').first().waitFor()
    },
    'exam-attempt': open('attempt?edit=1', '.exam-absences'),
    'exam-marking-papers': open('marking', '.exam-marking-papers li'),
    'exam-marking': async (page) => {
      await open('marking', '.exam-marking-papers li')(page)
      await page.locator('.exam-marking-papers button').first().click()
      await page.locator('.exam-marking-answer').waitFor()
    },
  })
}, 600_000)

describe.each(looksByLanguage)('in $language', ({ looks: views }) => {
  it('the import of questions has no fault', async () => {
    // Non-null: every language has looks.
    await site.reopen(views[0]!)
    const { page, errors } = site
    await signIn(page, site.server.address)
    await open('question', '.list-table')(page)
    await page.getByRole('button', { name: /^(Question files|题目文件)$/ }).click()
    const dialog = page.getByRole('dialog')
    const table = [
      'Kind\tQuestion\tOption A\tOption B\tAnswer',
      'single\tThree plus two?\tfour\tfive\tB',
      'judge\tNo answer',
    ]
    await dialog.getByRole('textbox').first().fill(table.join('\n'))
    await followSystemTheme(page)
    await inspectLooks(page, views, 'exam-import-file')
    await dialog.getByRole('button', { name: /^(Preview|预览)$/ }).click()
    await dialog.getByText(/Enter the right answer|请填写正确答案/).waitFor()
    await inspectLooks(page, views, 'exam-import')
    expect(errors).toEqual([])
  })
})

it('marks thirty answers by keyboard alone', async () => {
  const { page, server, errors } = site
  await signIn(page, server.address)
  await page.goto(`${server.address}/#/admin/exam/marking`)
  await page.getByRole('button', { name: 'Essays' }).press('Enter')
  await page.getByLabel('Points (0 to 5)').waitFor()
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
