// @vitest-environment jsdom
import { cleanup, screen, waitFor, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import { rightAfterKey } from '../right-after-key.ts'
import { openRecord, useRecordServer } from './open-record.tsx'

const server = useRecordServer(() => ({
  'shop.Unit': [{ id: 1, version: 1, name: '箱', description: '', status: 1, remark: '' }],
}))

const name = () => screen.getByRole('textbox', { name: /名称/ })
const question = () => screen.findByRole('dialog', { name: '放弃未保存的修改？' })
const noQuestion = () => expect(screen.queryByText('放弃未保存的修改？')).toBeNull()

it('closes at once when nothing was changed', async () => {
  const { user, isClosed } = await openRecord('shop/unit', 1)
  await user.keyboard('{Escape}')
  await waitFor(() => expect(isClosed()).toBe(true))
})

it('asks before Escape discards changes, and stays on demand', async () => {
  const { user, isClosed } = await openRecord('shop/unit', 1)
  await user.type(name(), '子')
  await user.keyboard('{Escape}')
  await user.click(within(await question()).getByRole('button', { name: '继续编辑' }))
  await waitFor(noQuestion)
  expect(name()).toHaveProperty('value', '箱子')
  expect(isClosed()).toBe(false)
  await user.click(screen.getByRole('button', { name: '取消' }))
  await user.click(within(await question()).getByRole('button', { name: '放弃修改' }))
  await waitFor(() => expect(isClosed()).toBe(true))
  expect(server().saved()).toEqual([])
})

it('does not count a change that was taken back', async () => {
  const { user, isClosed } = await openRecord('shop/unit', 1)
  await user.type(name(), '子{Backspace}')
  await user.keyboard('{Escape}')
  await waitFor(() => expect(isClosed()).toBe(true))
})

it('asks before another page opens, and leaves on confirmation', async () => {
  const { user, router } = await openRecord('shop/unit', 1)
  await user.type(name(), '子')
  router.navigate('/elsewhere')
  const asked = await question()
  expect(router.location.pathname).toBe('/')
  await user.click(within(asked).getByRole('button', { name: '放弃修改' }))
  expect(await screen.findByText('elsewhere')).toBeTruthy()
})

it('asks before a step back, stays where it is on demand, and asks again', async () => {
  const { user, router } = await openRecord('shop/unit', 1)
  await user.type(name(), '子')
  router.navigate(-1)
  await user.click(within(await question()).getByRole('button', { name: '继续编辑' }))
  await waitFor(noQuestion)
  expect(router.location.pathname).toBe('/')
  expect(name()).toHaveProperty('value', '箱子')
  router.navigate(-1)
  await user.click(within(await question()).getByRole('button', { name: '放弃修改' }))
  expect(await screen.findByText('before')).toBeTruthy()
})

it('asks before a navigation right after the first key', async () => {
  const { router } = await openRecord('shop/unit', 1)
  await rightAfterKey(name(), '箱子', () => router.navigate('/elsewhere'))
  await question()
  expect(router.location.pathname).toBe('/')
  expect(name()).toHaveProperty('value', '箱子')
})

it('asks before a step back right after the first key', async () => {
  const { router } = await openRecord('shop/unit', 1)
  await rightAfterKey(name(), '箱子', () => router.navigate(-1))
  await question()
  expect(name()).toHaveProperty('value', '箱子')
})

it('holds the tab right after the first key, and no longer once the change is taken back', async () => {
  await openRecord('shop/unit', 1)
  const held: boolean[] = []
  await rightAfterKey(name(), '箱子', () => held.push(closingTab().defaultPrevented))
  await rightAfterKey(name(), '箱', () => held.push(closingTab().defaultPrevented))
  expect(held).toEqual([true, false])
})

it('holds the tab while there are changes, and no longer once they are saved', async () => {
  const { user, isClosed } = await openRecord('shop/unit', 1)
  expect(closingTab().defaultPrevented).toBe(false)
  await user.type(name(), '子')
  expect(closingTab().defaultPrevented).toBe(true)
  await user.click(screen.getByRole('button', { name: '保存' }))
  await waitFor(() => expect(isClosed()).toBe(true))
  expect(closingTab().defaultPrevented).toBe(false)
})

it('takes the focus in and gives it back', async () => {
  const opener = document.body.appendChild(document.createElement('button'))
  opener.focus()
  const { user, isClosed } = await openRecord('shop/unit', 1)
  await waitFor(() => expect(document.activeElement).toBe(name()))
  await user.keyboard('{Escape}')
  await waitFor(() => expect(isClosed()).toBe(true))
  expect(document.activeElement).toBe(opener)
  opener.remove()
})

it('keeps what was typed when the page unmounts, and restores it', async () => {
  const first = await openRecord('shop/unit', 1)
  await first.user.type(name(), '子')
  cleanup()
  const { user, isClosed } = await openRecord('shop/unit', 1)
  expect(name()).toHaveProperty('value', '箱子')
  expect(screen.getByText('已恢复您上次未保存的内容。')).toBeTruthy()
  await user.click(screen.getByRole('button', { name: '保存' }))
  await waitFor(() => expect(isClosed()).toBe(true))
  cleanup()
  await openRecord('shop/unit', 1)
  expect(screen.queryByText('已恢复您上次未保存的内容。')).toBeNull()
})

it('keeps nothing that was given up on purpose; what was made on another version is offered again', async () => {
  const first = await openRecord('shop/unit', 1)
  await first.user.type(name(), '子')
  await first.user.keyboard('{Escape}')
  await first.user.click(within(await question()).getByRole('button', { name: '放弃修改' }))
  await waitFor(() => expect(first.isClosed()).toBe(true))
  cleanup()
  const second = await openRecord('shop/unit', 1)
  expect(name()).toHaveProperty('value', '箱')
  await second.user.type(name(), '子')
  cleanup()
  Object.assign(server().tables['shop.Unit']![0]!, { version: 2 })
  const third = await openRecord('shop/unit', 1)
  expect(name()).toHaveProperty('value', '箱子')
  await third.user.click(screen.getByRole('button', { name: '放弃' }))
  expect(name()).toHaveProperty('value', '箱')
})

function closingTab(): Event {
  const event = new Event('beforeunload', { cancelable: true })
  window.dispatchEvent(event)
  return event
}
