/** The editor of roles, and the history of a document's lines: by keyboard, and in every look. */
import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { shownForm, startSession } from '../../../support/browser.ts'
import { inspectInEachLook } from '../../../support/inspect.ts'
import { useSite } from '../../../support/site.ts'

const site = useSite()

interface Line {
  readonly plan_quantity: unknown
  readonly batch_no: unknown
  readonly expiry_date: unknown
}

/** An order that can be edited, whose first line was changed twice. */
async function changedOrder() {
  const { api } = site.server
  const search = 'search[0][field]=audit_status&search[0][operator]=eq&search[0][val]=0'
  const { data } = await api<{ list: readonly { readonly id: number }[] }>(`/admin/wms.Warehousing/index?${search}`)
  const { id } = data.list[0]!
  const path = '/admin/wms.Warehousing/edit'
  const read = async () =>
    (await api<{ row: { product_detail: readonly Line[] } }>(`${path}?id=${id}`)).data.row.product_detail
  const edit = async (changes: Partial<Line>) => {
    const [first, ...others] = await read()
    expect(await api(path, { id, product_detail: [{ ...first, ...changes }, ...others] })).toMatchObject({ code: 1 })
  }
  await edit({ plan_quantity: '12', batch_no: '', expiry_date: '' })
  await edit({ plan_quantity: '77', batch_no: 'L-77', expiry_date: '2030-01-31' })
  return { id, firstLine: async () => (await read())[0]! }
}

interface Rule {
  readonly id: number
  readonly name: string
  readonly children?: readonly Rule[]
}

/** A role that can ship orders, and see neither them nor the carriers. */
async function incompleteRole(): Promise<number> {
  const { api } = site.server
  const { data } = await api<{ list: readonly Rule[] }>('/admin/auth.Rule/index')
  const wayTo = (rules: readonly Rule[], name: string): readonly number[] =>
    rules.flatMap((rule) => {
      const below = wayTo(rule.children ?? [], name)
      return rule.name === name || below.length > 0 ? [rule.id, ...below] : []
    })
  const rules = wayTo(data.list, 'wms/outbound/ship')
  const answer = await api<{ id: number }>('/admin/auth.Group/add', { name: 'Only shipping', rules })
  expect(answer).toMatchObject({ code: 1 })
  return answer.data.id
}

const openRoles = (page: Page) => page.goto(`${site.server.address}/#/admin/auth/group?add=1`)
const history = (page: Page) => shownForm(page).locator('.record-history')
async function openHistory(page: Page, id: number): Promise<void> {
  await page.goto(`${site.server.address}/#/admin/wms/warehousing?edit=${id}`)
  await history(page).locator('.history-line').first().waitFor()
}

it('a role is put together by keyboard: searched, completed, and begun with a preset or another role', async () => {
  const { page, server, errors } = site
  const form = shownForm(page)
  const right = (name: string) => form.getByRole('checkbox', { name, exact: true })
  const begin = async (name: string) => {
    await form.getByRole('combobox', { name: 'Start from' }).focus()
    await page.keyboard.type(name)
    await form.getByRole('button', { name: 'Apply' }).press('Enter')
  }
  await startSession(page, server.address)
  await openRoles(page)
  await form.getByLabel(/^Name/).focus()
  await page.keyboard.type('Shipping')
  await form.getByRole('searchbox').focus()
  await page.keyboard.type('ship')
  await right('Brands: Add').waitFor({ state: 'detached' })
  await right('Outbound orders: Ship').press('Space')
  await form.getByText('Also needs: Outbound orders: View; Carriers: View').waitFor()
  await form.getByRole('button', { name: 'Add them' }).press('Enter')
  await form.getByText('3 permissions selected').waitFor()
  await form.getByText('Also needs').waitFor({ state: 'detached' })
  // The button that had the focus is gone.
  await page.keyboard.press('Control+Enter')
  await form.waitFor({ state: 'detached' })

  await openRoles(page)
  await begin('Viewer')
  await expect.poll(() => right('Brands: View').isChecked()).toBe(true)
  expect(await right('Brands: Add').isChecked()).toBe(false)
  await begin('Shipping')
  await form.getByText('3 permissions selected').waitFor()
  expect(await right('Outbound orders: Ship').isChecked()).toBe(true)
  expect(await right('Brands: View').isChecked()).toBe(false)
  expect(errors).toEqual([])
})

it('the history tells which line changed from what to what, and a former quantity goes back by keyboard', async () => {
  const { page, server, errors } = site
  const { id, firstLine } = await changedOrder()
  await startSession(page, server.address)
  await openHistory(page, id)
  const [last, before] = [0, 1].map((place) =>
    history(page).getByRole('listitem').and(page.locator('.history-entry')).nth(place),
  )
  const textOf = async (entry: typeof last) => (await entry!.innerText()).replaceAll(/\s+/g, ' ')
  expect(await textOf(last)).toMatch(/Lines 1 · .+Planned: 12 77/)
  expect(await textOf(last)).toMatch(/Batch no\.: \(empty\) L-77/)
  expect(await textOf(last)).toMatch(/Expiry date: \(empty\) .*2030/)
  await before!.getByRole('button', { name: /^View the record as of/ }).press('Enter')
  const then = page.getByRole('dialog', { name: 'The record as it was' })
  await then.getByText('Only lines differ from now.').waitFor()
  expect((await then.innerText()).replaceAll(/\s+/g, ' ')).toMatch(/Lines 1 · .+Planned: 12 77/)
  await then.getByRole('button', { name: 'Put back the former Lines' }).press('Enter')
  await then.waitFor({ state: 'detached' })
  await page.keyboard.press('Control+Enter')
  await shownForm(page).waitFor({ state: 'detached' })
  expect(await firstLine()).toMatchObject({ batch_no: '', expiry_date: '' })
  expect(Number((await firstLine()).plan_quantity)).toBe(12)
  expect(errors).toEqual([])
})

it('the editor of roles and the history of lines have no fault in each language, theme and width', async () => {
  const role = await incompleteRole()
  const { id } = await changedOrder()
  await inspectInEachLook(site, {
    'role editor': async (page) => {
      await page.goto(`${site.server.address}/#/admin/auth/group?edit=${role}`)
      await shownForm(page).locator('.permissions-missing').scrollIntoViewIfNeeded()
    },
    'history of lines': async (page) => {
      await openHistory(page, id)
      await history(page).scrollIntoViewIfNeeded()
    },
    'record as it was': async (page) => {
      await openHistory(page, id)
      await history(page).locator('.history-entry').nth(1).getByRole('button').first().click()
      await page.locator('.history-lines').waitFor()
    },
  })
}, 300_000)
