/** Designing a questionnaire, sharing it and reading its results. */
import { expect, it } from 'vitest'
import { applyLook, followSystemTheme, looksByLanguage, shownForm, signIn } from '../../../support/browser.ts'
import { inspect } from '../../../support/inspect.ts'
import { useSite } from '../../../support/site.ts'

const site = useSite()
const address = () => `${site.server.address}/#/admin/questionnaire/questionnaire?edit=1`

it('is designed by the keyboard alone, tells what is wrong, and shows paths, link and results', async () => {
  const { page } = site
  await signIn(page, site.server.address)
  await page.goto(address())
  const form = shownForm(page)
  await form.getByRole('group', { name: /^1\. / }).waitFor()
  expect(await form.getByRole('group', { name: /^\d+\. / }).count()).toBe(6)
  await form.getByText(/paths\./).waitFor()
  // The new question has the focus.
  await form.getByRole('button', { name: 'Add a question' }).press('Enter')
  const added = form.getByRole('group', { name: /^7\./ })
  const title = added.getByRole('textbox', { name: 'Question', exact: true })
  await expect.poll(() => title.evaluate((input) => input === document.activeElement)).toBe(true)
  await page.keyboard.press('Control+a')
  await page.keyboard.press('Backspace')
  await added.getByText(/Enter a question/).waitFor()
  await page.keyboard.type('Would you order again?')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Control+a')
  await page.keyboard.insertText('Yes\nNo\nPerhaps')
  await page.keyboard.press('Tab')
  expect(await added.getByRole('textbox', { name: /Options/ }).inputValue()).toBe('Yes\nNo\nPerhaps')
  await added.locator('summary').press('Enter')
  await added.getByRole('textbox', { name: 'Quota of “Yes”' }).press('5')
  // A condition of two parts, of which any is enough.
  await added.getByRole('button', { name: /Show only when/ }).press('Enter')
  await added.getByRole('button', { name: 'Add a condition' }).press('Enter')
  await added.getByRole('combobox', { name: 'How many have to be met' }).selectOption('any of')
  const [first, second] = await added.getByRole('combobox', { name: 'Question', exact: true }).all()
  await first!.selectOption({ index: 1 })
  await second!.selectOption({ index: 0 })
  await added.getByRole('combobox', { name: 'Comparison' }).first().selectOption('is at least')
  await added.getByRole('textbox', { name: 'Value' }).fill('4')
  // The button that moves a question keeps the focus.
  await added.getByRole('button', { name: 'Move up' }).press('Enter')
  const moved = form.getByRole('group', { name: /^6\. Would/ })
  const up = moved.getByRole('button', { name: 'Move up' })
  await expect.poll(() => up.evaluate((button) => button === document.activeElement)).toBe(true)
  await form.getByRole('button', { name: 'Insert from the question bank' }).press('Enter')
  const bank = page.getByRole('dialog', { name: 'Insert from the question bank' })
  await bank.getByRole('searchbox').fill('加班几')
  await expect.poll(() => bank.getByRole('button', { name: /^Insert: / }).count()).toBe(1)
  await bank.getByRole('button', { name: /^Insert: / }).press('Enter')
  await bank.getByText(/is inserted/).waitFor()
  await page.keyboard.press('Escape')
  await bank.waitFor({ state: 'detached' })
  await form.getByRole('group', { name: /^8\. 您每周加班/ }).waitFor()
  await form.getByRole('button', { name: 'Save questions' }).press('Enter')
  await page
    .getByText(/saved as version 2/)
    .first()
    .waitFor()
  await form.getByRole('link', { name: /\/q\/demo1$/ }).waitFor()
  await form.getByText('200 sheets', { exact: false }).first().waitFor()
  const { data } = await site.server.api<{ items: { show?: object; options?: object[] }[] }>(
    '/admin/questionnaire.Questionnaire/design?id=1',
  )
  expect(data.items[5]).toMatchObject({
    show: {
      op: 'or',
      parts: [
        { op: 'compare', item: 'q2', sign: '>=', value: 4 },
        { op: 'answered', item: 'q1' },
      ],
    },
    options: [{ label: 'Yes', quota: 5 }, { label: 'No' }, { label: 'Perhaps' }],
  })
  expect(site.errors).toEqual([])
})

it.each(looksByLanguage)('has no fault in $language', async ({ looks: views }) => {
  // Non-null: every language has looks.
  await site.reopen(views[0]!)
  const { page } = site
  await signIn(page, site.server.address)
  await followSystemTheme(page)
  await page.goto(address())
  const form = shownForm(page)
  await form.getByRole('group', { name: /^1\. / }).waitFor()
  await form.locator('.questionnaire-result').first().waitFor()
  for (const view of views) {
    await applyLook(page, view)
    await inspect(page, view, 'questionnaire')
  }
  expect(site.errors).toEqual([])
})
