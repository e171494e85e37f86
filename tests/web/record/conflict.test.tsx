// @vitest-environment jsdom
import { screen, waitFor, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import { openRecord, useRecordServer } from './open-record.tsx'

const mine = () => ({ id: 1, version: 1, name: '箱', description: '纸箱', status: 1, remark: '' })
const theirs = { ...mine(), version: 2, description: '木箱', remark: '改过' }
const server = useRecordServer(() => ({ 'shop.Unit': [mine()] }))

const text = (name: RegExp) => screen.getByRole('textbox', { name })

async function meetConflict() {
  const opened = await openRecord('shop/unit', 1)
  await opened.user.clear(text(/说明/))
  await opened.user.type(text(/说明/), '铁箱')
  server().answerOnce('shop.Unit/edit', {
    code: 0,
    msg: '该记录已被他人修改。',
    data: { reason: 'conflict', row: theirs },
  })
  await opened.user.click(screen.getByRole('button', { name: '保存' }))
  return { ...opened, dialog: await screen.findByRole('dialog', { name: '他人已修改这条记录' }) }
}

it('shows which fields differ, both versions side by side', async () => {
  const { dialog } = await meetConflict()
  const rows = within(dialog)
    .getAllByRole('row')
    .slice(1)
    .map((row) => [...row.children].map((cell) => cell.textContent))
  expect(rows).toEqual([
    ['单位说明', '木箱', '铁箱'],
    ['备注', '改过', '您未修改，保留对方的'],
  ])
})

it('loading the stored version discards the own one, and saving sends nothing', async () => {
  const { user, dialog, isClosed } = await meetConflict()
  await user.click(within(dialog).getByRole('button', { name: '采用对方的内容' }))
  await waitFor(() => expect(text(/说明/)).toHaveProperty('value', '木箱'))
  await user.click(await screen.findByRole('button', { name: '保存' }))
  await waitFor(() => expect(isClosed()).toBe(true))
  expect(server().saved().length).toBe(1)
})

it('overwriting sends only the own changes, with the stored version', async () => {
  const { user, dialog, isClosed } = await meetConflict()
  await user.click(within(dialog).getByRole('button', { name: '用我的内容覆盖' }))
  await waitFor(() => expect(isClosed()).toBe(true))
  expect(server().saved().at(-1)).toEqual({ id: 1, version: 2, description: '铁箱' })
})

it('goes back to the form with everything kept', async () => {
  const { user, dialog, isClosed } = await meetConflict()
  await user.click(within(dialog).getByRole('button', { name: '继续编辑' }))
  await waitFor(() => expect(screen.queryByText('他人已修改这条记录')).toBeNull())
  expect(text(/说明/)).toHaveProperty('value', '铁箱')
  expect(isClosed()).toBe(false)
})
