// @vitest-environment jsdom
import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, it } from 'vitest'
import { setToastRenderer, type Toast } from '../../../runtime/web/core/notify.ts'
import { session } from '../../../runtime/web/core/auth/session.ts'
import { setLanguage } from '../../../runtime/web/core/i18n/language.ts'
import { loadModel } from '../../../runtime/web/core/module-registry.ts'
import { menusOf } from '../menus.ts'
import { openRecord, useRecordServer } from './open-record.tsx'

const server = useRecordServer(() => ({
  'shop.Unit': [{ id: 1, version: 3, name: '箱', description: '', status: 1, remark: '' }],
}))

const toasts: Toast[] = []
beforeEach(() => {
  setLanguage('en')
  toasts.length = 0
  setToastRenderer((toast) => void toasts.push(toast))
})

/** Mails are not sent from units: this one is. */
async function openUnit() {
  const model = (await loadModel('shop/unit'))!
  return openRecord({ ...model, actions: [...model.actions, 'mail'] }, 1)
}

const sent = () =>
  server()
    .asked.filter(({ path, body }) => path === 'shop.Unit/mail' && body['preview'] !== true)
    .map(({ body, key }) => ({ body, key }))
const dialog = () => screen.findByRole('dialog', { name: 'Send by mail: 箱' })
const chips = async () =>
  [...(await dialog()).querySelectorAll('[aria-label^="Remove "]')].map((button) =>
    button.getAttribute('aria-label')!.slice('Remove '.length),
  )

it('sends to the suggested address and others, with what the preview shows', async () => {
  const { user } = await openUnit()
  await user.click(await screen.findByRole('button', { name: 'Send by mail' }))
  const to = within(await dialog()).getByLabelText('To')
  expect(document.activeElement).toBe(to)
  await waitFor(async () => expect(await chips()).toEqual(['orders@acme.example']))
  await user.type(to, 'ann@example.com{Enter}bob@example.com,')
  await user.click(to)
  await user.paste('carl@example.com; ANN@example.com')
  expect(await chips()).toEqual(['orders@acme.example', 'ann@example.com', 'bob@example.com', 'carl@example.com'])
  await user.type(to, '{Backspace>17/}')
  expect(await chips()).not.toContain('carl@example.com')
  await user.selectOptions(within(await dialog()).getByLabelText('Language of the mail'), 'Chinese')
  await user.type(within(await dialog()).getByLabelText('Note'), 'Hello')
  expect(await within(await dialog()).findByText('Subject zh-cn: Hello')).toBeTruthy()
  const files = async () => within(await dialog()).queryByRole('list', { name: 'Attachments' })?.textContent
  expect(await files()).toBeUndefined()
  await user.click(within(await dialog()).getByRole('checkbox', { name: /^Attach a CSV file/ }))
  await waitFor(async () => expect(await files()).toMatch(/^ *Unit 箱.csv *2 KB$/))
  await user.click(within(await dialog()).getByLabelText('Note'))
  await user.keyboard('{Control>}{Enter}{/Control}')
  await waitFor(() => expect(toasts).toEqual([{ text: 'on its way', tone: 'success' }]))
  const body = { id: 1, note: 'Hello', language: 'zh-cn', csv: true, version: 3 }
  expect(sent().map((one) => one.body)).toEqual([
    { ...body, to: ['orders@acme.example', 'ann@example.com', 'bob@example.com'] },
  ])
  expect(server().saved()).toEqual([])
})

it('marks wrong addresses, shows refusals, and repeats an unanswered call with its key', async () => {
  const { user } = await openUnit()
  await user.click(await screen.findByRole('button', { name: 'Send by mail' }))
  await waitFor(async () => expect(await chips()).toHaveLength(1))
  const [box, send] = [await dialog(), within(await dialog()).getByRole('button', { name: /^Send/ })]
  await user.type(within(box).getByLabelText('To'), 'ann@example{Enter}')
  expect(within(box).getByRole('alert').textContent).toContain('ann@example. Correct or remove it')
  await user.click(send)
  expect(sent()).toEqual([])
  await user.click(within(box).getByRole('button', { name: 'Remove ann@example' }))
  server().answerOnce('shop.Unit/mail', 'hang up')
  await user.click(send)
  await waitFor(() => expect(within(box).getByRole('alert').textContent).not.toBe(''))
  server().answerOnce('shop.Unit/mail', { code: 0, msg: 'x', data: { reason: 'invalid', errors: { to: 'not these' } } })
  await user.click(send)
  expect((await within(box).findByText('not these')).getAttribute('role')).toBe('alert')
  const [first, second] = sent()
  expect(first!.key).not.toBeNull()
  expect(second).toEqual(first)
  await user.keyboard('{Escape}')
  await waitFor(() => expect(screen.queryByRole('dialog', { name: /^Send by mail/ })).toBeNull())
})

it('is there for those who may send, and says that unsaved changes are left out', async () => {
  const { user } = await openUnit()
  await user.type(screen.getByRole('textbox', { name: /Name/ }), 'x')
  await user.click(await screen.findByRole('button', { name: 'Send by mail' }))
  expect(within(await dialog()).getByText(/without your unsaved changes/)).toBeTruthy()
  session.menus = menusOf((await loadModel('shop/unit'))!)
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Send by mail' })).toBeNull())
})

it('keeps addresses until it is opened again, and takes the focus to the input behind them', async () => {
  const { user } = await openUnit()
  await user.click(await screen.findByRole('button', { name: 'Send by mail' }))
  await waitFor(async () => expect(await chips()).toHaveLength(1))
  await user.type(within(await dialog()).getByLabelText('To'), 'ann@example.com{Enter}')
  await user.keyboard('{Escape}')
  await waitFor(() => expect(screen.queryByRole('dialog', { name: /^Send by mail/ })).toBeNull())
  // The drawer looks for the focus in the frame after the dialog has unmounted. No user presses a button before that.
  for (let frame = 0; frame < 2; frame++) await new Promise(requestAnimationFrame)
  await user.click(screen.getByRole('button', { name: 'Send by mail' }))
  const to = within(await dialog()).getByLabelText('To')
  expect(document.activeElement).toBe(to)
  expect(await chips()).toEqual(['orders@acme.example', 'ann@example.com'])
})
