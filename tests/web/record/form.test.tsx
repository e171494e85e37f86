// @vitest-environment jsdom
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { act } from 'react'
import { expect, it } from 'vitest'
import type { FormProps } from '../../../runtime/web/form/form-props.ts'
import { setLanguage } from '../../../runtime/web/core/i18n/language.ts'
import { openRecord, propsOf, provideComponents, useRecordServer } from './open-record.tsx'

const supplier = () => ({
  id: 7,
  version: 3,
  name: '海川贸易',
  contact_person: '王敏',
  mobile: '13800000001',
  email: '',
  wechat: '',
  level: 2,
  city: '上海',
  address: '',
  weigh: 7,
  remark: '',
  createtime: 1_760_000_000,
  updatetime: 1_760_000_000,
})
const server = useRecordServer(() => ({ 'shop.Supplier': [supplier()] }))

const field = (name: RegExp | string) => screen.getByRole('textbox', { name })
const save = () => screen.getByRole('button', { name: '保存' })

it('adds a record with the values that are not empty', async () => {
  const { user, savedIds, isClosed } = await openRecord('shop/supplier', null)
  await user.type(field(/供应商名称/), '北方物产')
  await user.type(field(/手机/), '13900000002')
  await user.click(save())
  await waitFor(() => expect(isClosed()).toBe(true))
  expect(server().saved()).toEqual([{ name: '北方物产', mobile: '13900000002' }])
  expect(savedIds).toEqual([1002])
})

it('sends only what changed, with id and version; an emptied field as null', async () => {
  const { user, isClosed } = await openRecord('shop/supplier', 7)
  expect(field(/供应商名称/)).toHaveProperty('value', '海川贸易')
  await user.clear(field(/联系人/))
  await user.type(field(/地址/), '浦东新区 8 号')
  await user.click(save())
  await waitFor(() => expect(isClosed()).toBe(true))
  expect(server().saved()).toEqual([{ id: 7, version: 3, contact_person: null, address: '浦东新区 8 号' }])
})

it('sends nothing when nothing changed, however it is spelt now', async () => {
  const { user, isClosed } = await openRecord('shop/supplier', 7)
  await user.type(field(/供应商名称/), 'x{Backspace}')
  await user.click(save())
  await waitFor(() => expect(isClosed()).toBe(true))
  expect(server().saved()).toEqual([])
})

it('keeps what was entered when its schema is edited meanwhile', async () => {
  const { user, replaceModel, isClosed } = await openRecord('shop/supplier', 7)
  await user.type(field(/地址/), '浦东')
  const input = field(/地址/)
  replaceModel((model) => ({
    ...model,
    fields: model.fields.map((one) =>
      one.name === 'address' ? { ...one, label: { 'zh-cn': '住址', en: 'Place' } } : one,
    ),
  }))
  await waitFor(() => expect(field(/住址/)).toHaveProperty('value', '浦东'))
  expect(document.activeElement).toBe(input)
  await user.type(field(/住址/), '新区')
  await user.click(save())
  await waitFor(() => expect(isClosed()).toBe(true))
  expect(server().saved()).toEqual([{ id: 7, version: 3, address: '浦东新区' }])
})

it('renders no other field than the one typed into', async () => {
  const { user } = await openRecord('shop/supplier', 7)
  const inputs = screen.getAllByRole('textbox')
  await user.type(field(/地址/), '浦')
  const before = inputs.map(propsOf)
  await user.type(field(/地址/), '东')
  const rendered = inputs.filter((input, at) => propsOf(input) !== before[at])
  expect(rendered).toEqual([field(/地址/)])
})

it('reports a broken rule on blur, and removes the error once it is corrected', async () => {
  const { user } = await openRecord('shop/supplier', null)
  await user.type(field(/手机/), '1380')
  expect(screen.queryByText('请输入正确的手机号码')).toBeNull()
  await user.tab()
  const message = await screen.findByText('请输入正确的手机号码')
  const mobile = field(/手机/)
  expect(mobile.getAttribute('aria-invalid')).toBe('true')
  expect(mobile.getAttribute('aria-describedby')).toContain(message.id)
  await user.type(mobile, '0000001')
  await waitFor(() => expect(screen.queryByText('请输入正确的手机号码')).toBeNull())
  expect(screen.queryByRole('alert')).toBeNull()
})

it('after a try to save, sums up what is wrong and takes the focus to the first of it', async () => {
  const { user } = await openRecord('shop/supplier', null)
  await user.type(field(/手机/), '1')
  await user.click(save())
  const summary = await screen.findByRole('alert')
  expect(within(summary).getByText(/有 2 处需要更正/)).toBeTruthy()
  await waitFor(() => expect(document.activeElement).toBe(field(/供应商名称/)))
  await user.click(within(summary).getByRole('link', { name: '手机号码' }))
  expect(document.activeElement).toBe(field(/手机/))
  expect(server().saved()).toEqual([])
})

it('puts the errors of the server on their fields, and drops each when its field changes', async () => {
  const { user } = await openRecord('shop/supplier', 7)
  server().answerOnce('shop.Supplier/edit', { code: 1, data: { row: supplier() } })
  await user.type(field(/供应商名称/), '二')
  server().answerOnce('shop.Supplier/edit', {
    code: 0,
    msg: '请先更正标出的内容，再保存。',
    data: { reason: 'invalid', errors: { name: '“海川贸易二”已存在，请换一个' } },
  })
  await user.click(save())
  await waitFor(() => expect(document.activeElement).toBe(field(/供应商名称/)))
  expect(screen.getAllByText(/“海川贸易二”已存在/).length).toBe(2)
  await user.type(field(/供应商名称/), '三')
  await waitFor(() => expect(screen.queryByText(/“海川贸易二”已存在/)).toBeNull())
})

it('shows other refusals inside the drawer and keeps what was typed', async () => {
  const { user } = await openRecord('shop/supplier', null)
  await user.type(field(/供应商名称/), '北方物产')
  server().answerOnce('shop.Supplier/add', { code: 401, msg: '您没有执行此操作的权限。', data: [] })
  await user.click(save())
  expect((await screen.findByRole('alert')).textContent).toContain('您没有执行此操作的权限')
  expect(field(/供应商名称/)).toHaveProperty('value', '北方物产')
})

it('keeps the form when there is no answer and offers to try again', async () => {
  const { user, isClosed } = await openRecord('shop/supplier', null)
  await user.type(field(/供应商名称/), '北方物产')
  server().answerOnce('shop.Supplier/add', 'hang up')
  await user.click(save())
  const alert = await screen.findByRole('alert')
  expect(field(/供应商名称/)).toHaveProperty('value', '北方物产')
  await waitFor(() => expect(document.activeElement).toBe(save()))
  await user.click(within(alert).getByRole('button', { name: '重试' }))
  await waitFor(() => expect(isClosed()).toBe(true))
  expect(server().saved().length).toBe(2)
  const keys = server()
    .asked.filter(({ method }) => method === 'POST')
    .map(({ key }) => key)
  expect(keys[0]).toMatch(/^[\w-]{16,}$/)
  expect(keys[1]).toBe(keys[0])
})

it('gives another save another key, and one that was answered, too', async () => {
  const { user } = await openRecord('shop/supplier', null)
  await user.type(field(/供应商名称/), '北方物产')
  server().answerOnce('shop.Supplier/add', { code: 0, msg: '不行。', data: { reason: 'invalid', errors: {} } })
  await user.click(save())
  await screen.findByRole('alert')
  await user.click(save())
  await waitFor(() => expect(server().saved().length).toBe(2))
  const keys = server()
    .asked.filter(({ method }) => method === 'POST')
    .map(({ key }) => key)
  expect(new Set(keys).size).toBe(2)
})

it('sends one request however often saving is asked for', async () => {
  const { user, isClosed } = await openRecord('shop/supplier', null)
  await user.type(field(/供应商名称/), '北方物产')
  const open = server().hold()
  await user.dblClick(save())
  await user.keyboard('{Control>}{Enter}{/Control}')
  fireEvent.submit(document.querySelector('form')!)
  open()
  await waitFor(() => expect(isClosed()).toBe(true))
  expect(server().saved().length).toBe(1)
})

it('saves by Ctrl+S and Ctrl+Enter, but never by an Enter that ends a word of an input method', async () => {
  const { user, isClosed } = await openRecord('shop/supplier', null)
  await user.type(field(/供应商名称/), '北方')
  expect(fireEvent.keyDown(field(/供应商名称/), { key: 'Enter', isComposing: true })).toBe(false)
  expect(fireEvent.keyDown(field(/供应商名称/), { key: 'Enter', keyCode: 229, ctrlKey: true })).toBe(false)
  expect(server().saved()).toEqual([])
  await user.keyboard('{Control>}s{/Control}')
  await waitFor(() => expect(isClosed()).toBe(true))
  expect(server().saved()).toEqual([{ name: '北方' }])
})

it('saves and stays for another record', async () => {
  const { user, isClosed, savedIds } = await openRecord('shop/supplier', null)
  await user.type(field(/供应商名称/), '一号')
  await user.click(screen.getByRole('button', { name: '保存并继续添加' }))
  await waitFor(() => expect(field(/供应商名称/)).toHaveProperty('value', ''))
  await user.type(field(/供应商名称/), '二号')
  await user.click(save())
  await waitFor(() => expect(isClosed()).toBe(true))
  expect(server().saved()).toEqual([{ name: '一号' }, { name: '二号' }])
  expect(savedIds).toEqual([1002, 1003])
})

it('keeps input when the language changes, and translates the errors', async () => {
  const { user } = await openRecord('shop/supplier', null)
  await user.type(field(/供应商名称/), '北方物产')
  await user.type(field(/手机/), '1')
  await user.tab()
  await screen.findByText('请输入正确的手机号码')
  act(() => setLanguage('en'))
  await screen.findByText('Enter a valid mobile number')
  expect(field(/Name/)).toHaveProperty('value', '北方物产')
  expect(screen.getByRole('button', { name: 'Save' })).toBeTruthy()
})

it('offers to try again when the record cannot be opened', async () => {
  const opened = openRecord('shop/supplier', 99)
  expect((await screen.findByText('记录不存在')).closest('[role=alert]')).toBeTruthy()
  server().tables['shop.Supplier']!.push({ ...supplier(), id: 99, name: '迟到' })
  fireEvent.click(screen.getByRole('button', { name: '重试' }))
  await opened
  expect(field(/供应商名称/)).toHaveProperty('value', '迟到')
})

/** A form of a module: one input of its own, which is required, and the protocol of the drawer around it. */
function ContactForm({ form, screen: { idPrefix }, parts, onSubmit, onRefused }: FormProps) {
  const contact = String(form.draft['contact_person'] ?? '')
  const submit = () => (contact === '' ? onRefused() : onSubmit(form.draft))
  return (
    <form id={`${idPrefix}-form`} action={submit}>
      <label>
        Contact of {Object.keys(parts.form.schema['properties'] as object).length} fields
        <input
          value={contact}
          aria-invalid={form.isTried && contact === ''}
          onChange={({ target }) =>
            form.dispatch({ type: 'change', draft: { ...form.draft, contact_person: target.value } })
          }
        />
      </label>
      <output>{form.serverErrors['contact_person'] ?? (form.isDirty ? 'changed' : 'unchanged')}</output>
    </form>
  )
}

it('renders the form of the module in the place of the generated fields, and saves it as its own', async () => {
  const takeAway = provideComponents({ forms: { 'shop/supplier': async () => ContactForm } })
  try {
    const { user, isClosed } = await openRecord('shop/supplier', 7)
    const input = screen.getByRole('textbox', { name: /^Contact of \d+ fields$/ })
    expect(screen.getAllByRole('textbox')).toEqual([input])
    expect(screen.getByText('unchanged')).toBeTruthy()
    await user.clear(input)
    await user.click(save())
    await waitFor(() => expect(input.getAttribute('aria-invalid')).toBe('true'))
    await user.type(input, '李雷')
    expect(screen.getByText('changed')).toBeTruthy()
    expect(screen.getByText('有未保存的修改')).toBeTruthy()
    await user.click(save())
    await waitFor(() => expect(isClosed()).toBe(true))
    expect(server().saved()).toEqual([{ id: 7, version: 3, contact_person: '李雷' }])
  } finally {
    takeAway()
  }
})
