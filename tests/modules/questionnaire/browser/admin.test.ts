/** Designing a questionnaire, sharing it and reading its results. */
import { expect, it } from 'vitest'
import { faults, signIn, shownForm } from '../../../support/browser.ts'
import { useSite } from '../../../support/site.ts'

const site = useSite()

it('adds a question, is told what is wrong, and shows paths, link and results', async () => {
  const { page } = site
  await signIn(page, site.server.address)
  await page.goto(`${site.server.address}/#/admin/questionnaire/questionnaire?edit=1`)
  const form = shownForm(page)
  await form.getByRole('group', { name: /^1\. / }).waitFor()
  expect(await form.getByRole('group', { name: /^6\. / }).count()).toBe(1)
  await form.getByText(/paths\./).waitFor()
  await form.getByRole('button', { name: 'Add a question' }).click()
  const added = form.getByRole('group', { name: /^7\./ })
  await added.getByRole('textbox', { name: 'Question', exact: true }).fill(' ')
  await added.getByText(/Enter a question/).waitFor()
  await added.getByRole('textbox', { name: 'Question', exact: true }).fill('Would you order again?')
  await form.getByRole('button', { name: 'Save questions' }).click()
  await form
    .getByText(/saved as version 2/)
    .or(page.getByText(/saved as version 2/))
    .first()
    .waitFor()
  await form.getByRole('link', { name: /\/q\/demo1$/ }).waitFor()
  await form.getByText('200 sheets', { exact: false }).first().waitFor()
  expect(await faults(page)).toEqual([])
  expect(site.errors).toEqual([])
})
