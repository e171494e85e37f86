/** Members in a browser: they take an exam by keyboard, without a network, in two tabs, and until time is over. */
import type { Page } from 'playwright-core'
import { beforeEach, describe, expect, it } from 'vitest'
import { followSystemTheme, looksByLanguage } from '../../../support/browser.ts'
import { inspectLooks } from '../../../support/inspect.ts'
import type { Running } from '../../../support/running.ts'
import { useSite } from '../../../support/site.ts'

const password = 'long enough 7'
const phone = { language: 'en', dark: false, width: 390 } as const
let server: Running
let page: Page
let errors: string[]
let paper = 0
let secondPaper = 0
let essayPaper = 0

const site = useSite({ demo: false }, async (running) => {
  const add = async (path: string, body: object): Promise<number> => {
    const answer = await running.api<{ id: number }>(`/admin/${path}/add`, body)
    expect(answer).toMatchObject({ code: 1 })
    return answer.data.id
  }
  for (const username of ['mei', 'ann', 'bob', 'eva'])
    await add('user.User', {
      username,
      nickname: username,
      password,
      group_id: 1,
      gender: 0,
      email: `${username}@example.com`,
    })
  const subject = await add('exam.Subject', { name: 'Safety' })
  const question = (kind: string, title: string, details: object, more: object = {}) =>
    add('exam.Question', { subject_id: subject, kind, title, options_json: JSON.stringify(details), ...more })
  const options = [{ text: 'Red', right: true }, { text: 'Green' }, { text: 'Blue' }]
  const questions = [
    await question('JUDGE', '<p>The sky is blue.</p>', { judge: true }),
    await question('SINGLE', '<p>Which colour stops cars?</p>', { options }),
    await question('FILL', '<p>1 + 1 = ____</p>', { blanks: [{ answer: '2', tolerance: '0' }] }),
  ]
  await question('SINGLE', '<p>Which one is warm?</p>', { options }, { practice: 1 })
  const publish = async (title: string, list = questions): Promise<number> => {
    const lines = list.map((question_id) => ({ question_id, score: '1' }))
    const rules = { limit_time: 20, pass_score: '1', release: 'now', shuffle_options: 0 }
    const id = await add('exam.Paper', { title, subject_id: subject, ...rules, questions: lines })
    expect(await running.api('/admin/exam.Paper/publish', { id })).toMatchObject({ code: 1 })
    return id
  }
  paper = await publish('Safety test')
  secondPaper = await publish('Another test')
  essayPaper = await publish('Essay', [await question('SHORT', '<p>Why do cars stop?</p>', { reference: 'Red' })])
})
beforeEach(() => {
  ;({ server, page, errors } = site)
})

const enter = async (who: string, to = `/user/exam/take/${paper}`) => {
  await page.goto(`${server.address}/#/user/login?to=${to}`)
  await page.locator('input[name=username]').fill(who)
  await page.locator('input[name=password]').fill(password)
  await page.keyboard.press('Enter')
}
const isSaved = () => page.locator('.exam-bar [data-saving=saved]').waitFor()

it('is taken with the keyboard alone, and shows the result', async () => {
  await site.reopen(phone)
  ;({ page, errors } = site)
  await enter('mei', '/user/exam')
  await page.getByRole('button', { name: 'Start: Safety test' }).focus()
  await page.keyboard.press('Enter')
  await page.getByText('the clock does not pause').waitFor()
  await page.getByRole('dialog').getByRole('button', { name: 'Start' }).press('Enter')
  await page.getByText('The sky is blue.').waitFor()
  await page.getByRole('radio', { name: 'True' }).focus()
  await page.keyboard.press('Space')
  await page.getByRole('button', { name: 'Next' }).focus()
  await page.keyboard.press('Enter')
  await page.getByRole('radio', { name: 'Red' }).focus()
  await page.keyboard.press('Space')
  await page.keyboard.press('ArrowDown')
  await page.getByRole('button', { name: 'Next' }).focus()
  await page.keyboard.press('Enter')
  await page.getByLabel('Blank 1').focus()
  await page.keyboard.type('2')
  await isSaved()
  await page.getByRole('button', { name: 'Submit' }).focus()
  await page.keyboard.press('Enter')
  await page.getByText('All questions are answered.').waitFor()
  await page.getByRole('dialog').getByRole('button', { name: 'Submit' }).press('Enter')
  await page.getByText('Your answers were submitted.').waitFor()
  await page.getByRole('link', { name: 'Exam results' }).last().click()
  await page.getByRole('link', { name: 'Safety test' }).click()
  await page.getByText('Passed', { exact: true }).waitFor()
  await expect.poll(() => page.getByText('1 of 1 points').count()).toBe(2)
  expect(errors).toEqual([])
})

it('EB2 EB5: loses nothing without a network, and follows the clock of the server alone', async () => {
  await enter('ann', '/user/exam')
  await page.locator('.exam-list').waitFor()
  // The answer to the first start is lost.
  await page.route('**/exam.Attempt/start', async (route) => {
    await route.fetch()
    await route.abort()
  })
  await page.goto(`${server.address}/#/user/exam/take/${paper}`)
  await page.getByRole('button', { name: 'Try again' }).waitFor()
  await page.unroute('**/exam.Attempt/start')
  await page.getByRole('button', { name: 'Try again' }).click()
  await page.getByText('The sky is blue.').waitFor()
  const before = await page.getByRole('timer').textContent()
  // The clock of the device jumps by a day.
  await page.evaluate(() => {
    const read = Date.now
    Date.now = () => read() + 86_400_000
  })
  await page.context().setOffline(true)
  await page.getByRole('radio', { name: 'False' }).check()
  await page.getByText('The network is gone.').waitFor()
  expect(await page.getByRole('timer').textContent()).toMatch(/^Time left (19|20):\d\d$/)
  expect(before).toMatch(/^Time left (19|20):\d\d$/)
  await page.context().setOffline(false)
  await page.reload()
  await page.getByText('The sky is blue.').waitFor()
  expect(await page.getByRole('radio', { name: 'False' }).isChecked()).toBe(true)
  await isSaved()
})

it('EB3 EB4: goes on in the tab that was opened last, and ends when time is over', async () => {
  await enter('bob')
  await page.getByText('The sky is blue.').waitFor()
  const second = await page.context().newPage()
  await second.goto(`${server.address}/#/user/exam/take/${paper}`)
  await second.getByRole('radio', { name: 'True' }).check()
  await second.locator('.exam-bar [data-saving=saved]').waitFor()
  await page.getByRole('radio', { name: 'False' }).check()
  await page.getByText('This exam goes on in another window.').waitFor()
  await page.getByRole('button', { name: 'Continue here' }).click()
  await page.getByText('The sky is blue.').waitFor()
  expect(await page.getByRole('radio', { name: 'True' }).isChecked()).toBe(true)
  // Its end comes closer: the page hands in by itself.
  const row = await server.api<{ row: { version: number } }>(`/admin/exam.Paper/edit?id=${paper}`)
  const end = Math.floor(Date.now() / 1000) + 8
  const edit = { id: paper, version: row.data.row.version, end_time: end }
  expect(await server.api('/admin/exam.Paper/edit', edit)).toMatchObject({ code: 1 })
  await page.getByRole('button', { name: 'Flag' }).click()
  await page.getByText('The deadline has changed').waitFor()
  await page.getByText('Your answers were submitted.').waitFor({ timeout: 20_000 })
  await second.close()
})

it('E14: takes files for a short answer, and shows them with the result', async () => {
  await enter('eva', `/user/exam/take/${essayPaper}`)
  await page.getByText('Why do cars stop?').waitFor()
  await page.getByRole('textbox').fill('See the file.')
  const choose = page.locator('input[type=file]')
  await choose.setInputFiles({ name: 'run.exe', mimeType: 'text/plain', buffer: Buffer.from('x') })
  await page.getByText('Choose a file of one of these types').waitFor()
  await choose.setInputFiles({ name: 'note.txt', mimeType: 'text/plain', buffer: Buffer.from('hello') })
  await page.getByRole('list', { name: 'Attachments' }).getByText('note.txt').waitFor()
  await choose.setInputFiles({ name: 'other.txt', mimeType: 'text/plain', buffer: Buffer.from('hello') })
  await page.getByRole('button', { name: 'Delete other.txt' }).click()
  await page.getByText('other.txt').waitFor({ state: 'detached' })
  await isSaved()
  await page.reload()
  await page.getByRole('list', { name: 'Attachments' }).getByText('note.txt').waitFor()
  await page.getByRole('button', { name: 'Submit' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Submit' }).click()
  await page.getByText('Your answers were submitted.').waitFor()
  const queue = await server.api<{ list: { item: number; files: { name: string }[] }[] }>(
    `/admin/exam.Marking/queue?paper=${essayPaper}&by=person`,
  )
  // A repetition of the test has another attempt.
  const last = queue.data.list.at(-1)!
  expect(last.files.map(({ name }) => name)).toEqual(['note.txt'])
  await server.api('/admin/exam.Marking/mark', { item: last.item, points: '1', note: 'Well done.' })
  await page.goto(`${server.address}/#/user/exam/results`)
  await page.getByRole('link', { name: 'Essay' }).first().click()
  await page.getByText('Well done.').waitFor()
  expect(await page.getByRole('link', { name: 'note.txt' }).getAttribute('href')).toMatch(/^\/file\//)
  expect(errors).toEqual([])
})

describe.each(looksByLanguage)('in $language', ({ looks: views }) => {
  it('pages of exams have no fault', async () => {
    // Non-null: every language has looks.
    await site.reopen(views[0]!)
    ;({ page, errors } = site)
    await followSystemTheme(page)
    await enter('mei', '/user/exam')
    await page.locator('.exam-list').waitFor()
    await inspectLooks(page, views, 'exam-papers')
    for (const [name, path, part] of [
      ['take', `exam/take/${secondPaper}`, '.exam-question'],
      ['results', 'exam/results', '.exam-results'],
      ['result', 'exam/result/1', '.exam-summary'],
      ['practice', 'exam/practice', '.exam-results'],
      ['exercise', 'exam/practice/1', '.exam-question'],
    ] as const) {
      await page.goto(`${server.address}/#/user/${path}`)
      await page.locator(part).first().waitFor()
      await inspectLooks(page, views, `exam-${name}`)
    }
    expect(errors).toEqual([])
  })
})
