// @vitest-environment jsdom
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import { callListener, setCallListener } from '../../../runtime/web/core/api/listener.ts'
import type { UploadedFile } from '../../../runtime/web/core/api/upload.ts'
import { centered, clampCrop, moveCrop, squareOf } from '../../../runtime/web/files/crop.ts'
import { createUploadQueue, type UploadTask } from '../../../runtime/web/files/queue.ts'
import { setToastRenderer } from '../../../runtime/web/core/notify.ts'
import { openRecord, useRecordServer } from './open-record.tsx'

const stored = () => ({
  id: 1,
  version: 1,
  product_no: 'P1',
  name: '大米',
  images: ['/storage/a.png', '/storage/b.png', '/storage/c.png'],
  status: 10,
  price: null,
  safety_stock_num: '0.000',
  total_stock_num: '0.000',
})
const server = useRecordServer(() => ({ 'shop.Product': [stored()] }))

const group = () => screen.getByRole('group', { name: '商品图片' })
const pictures = () =>
  within(group())
    .queryAllByRole('img', { name: /商品图片/ })
    .map((picture) => picture.getAttribute('src'))
const uploads = () => server().asked.filter(({ path }) => path === 'ajax/upload').length
const png = (name: string, bytes = 10) => {
  const file = new File(['x'], name, { type: 'image/png' })
  Object.defineProperty(file, 'size', { value: bytes })
  return file
}
const choose = (...files: File[]) =>
  fireEvent.change(document.querySelector('input[type=file]')!, { target: { files } })

it.each([
  ['a kind that is not allowed', new File(['x'], 'page.html', { type: 'text/html' }), '上传的文件类型不允许！'],
  ['more than 5 MB', png('large.png', 5 * 1024 * 1024 + 1), '上传的文件大小超出允许范围！'],
  ['an empty file', png('empty.png', 0), '上传的文件信息不完整！'],
])('refuses %s before anything is sent', async (_case, file, message) => {
  const notifications: string[] = []
  const quiet = setToastRenderer(({ text }) => notifications.push(text))
  const { user } = await openRecord('shop/product', null)
  choose(file)
  expect((await within(group()).findByRole('alert')).textContent).toBe(message)
  expect(notifications).toEqual([])
  expect(uploads()).toBe(0)
  await user.click(screen.getByRole('button', { name: `移除“${file.name}”` }))
  expect(within(group()).queryByRole('alert')).toBeNull()
  quiet()
})

it('takes several in the order they were chosen, and pasted ones after them', async () => {
  await openRecord('shop/product', null)
  choose(png('1.png'), png('2.png'))
  await waitFor(() => expect(pictures()).toEqual(['/storage/1.png', '/storage/2.png']))
  fireEvent.paste(group(), { clipboardData: { files: [png('3.png')] } })
  await waitFor(() => expect(pictures()).toEqual(['/storage/1.png', '/storage/2.png', '/storage/3.png']))
})

it('shows why the server did not take a picture and sends it again when asked', async () => {
  const notifications: string[] = []
  const listener = callListener()
  setCallListener({ ...listener, onError: ({ message }) => void notifications.push(message) })
  const { user } = await openRecord('shop/product', null)
  server().answerOnce('ajax/upload', { code: 0, msg: '文件不是可识别的图片（支持 JPG、PNG、WebP）。' })
  choose(png('1.png'))
  expect((await within(group()).findByRole('alert')).textContent).toContain('文件不是可识别的图片')
  // Once is enough: the row of the file tells it.
  expect(notifications).toEqual([])
  setCallListener(listener)
  await user.click(within(group()).getByRole('button', { name: '重试' }))
  await waitFor(() => expect(pictures()).toEqual(['/storage/1.png']))
})

it('cannot be saved while a picture is on its way', async () => {
  await openRecord('shop/product', 1)
  const open = server().hold()
  choose(png('1.png'))
  await waitFor(() => expect(screen.getByRole('button', { name: '保存' })).toHaveProperty('disabled', true))
  expect(await within(group()).findByRole('progressbar', { name: '正在上传 1.png' })).toBeTruthy()
  open()
  await waitFor(() => expect(screen.getByRole('button', { name: '保存' })).toHaveProperty('disabled', false))
})

it('is sorted by buttons; the focus follows', async () => {
  const { user, isClosed } = await openRecord('shop/product', 1)
  await user.click(screen.getByRole('button', { name: '后移“商品图片 1”' }))
  expect(pictures()).toEqual(['/storage/b.png', '/storage/a.png', '/storage/c.png'])
  expect(document.activeElement).toBe(screen.getByRole('button', { name: '后移“商品图片 2”' }))
  await user.keyboard('{Enter}')
  expect(pictures()).toEqual(['/storage/b.png', '/storage/c.png', '/storage/a.png'])
  expect(document.activeElement).toBe(screen.getByRole('button', { name: '前移“商品图片 3”' }))
  expect(screen.getByText('已移到第 3 张，共 3 张')).toBeTruthy()
  await user.click(screen.getByRole('button', { name: '移除“商品图片 1”' }))
  await user.click(screen.getByRole('button', { name: '保存' }))
  await waitFor(() => expect(isClosed()).toBe(true))
  expect(server().saved()).toEqual([{ id: 1, version: 1, images: ['/storage/c.png', '/storage/a.png'] }])
})

it('refuses more than the maximum, with the reason', async () => {
  await openRecord('shop/product', 1)
  choose(...Array.from({ length: 7 }, (_, at) => png(`${at}.png`)))
  expect((await within(group()).findByText('最多 8 项')).getAttribute('role')).toBe('alert')
  await waitFor(() => expect(pictures().length).toBe(8))
  expect(uploads()).toBe(5)
})

it('shows a picture large', async () => {
  const { user } = await openRecord('shop/product', 1)
  await user.click(screen.getByRole('button', { name: '查看“商品图片 2”' }))
  const dialog = await screen.findByRole('dialog', { name: '商品图片 2' })
  expect(within(dialog).getByRole('img').getAttribute('src')).toBe('/storage/b.png')
})

const stub = (name: string): UploadedFile => ({
  url: `/storage/${name}`,
  full_url: '',
  name,
  size: 1,
  mimetype: '',
  sha1: '',
})

it('sends files one after the other, as the machine of uploads says', async () => {
  const [sent, done]: [string[], string[]] = [[], []]
  const ends = new Map<string, { resolve: () => void; reject: (error: Error) => void; signal: AbortSignal }>()
  let tasks: readonly UploadTask[] = []
  const queue = createUploadQueue({
    transport: {
      isResumable: true,
      check: async () => {},
      send: (file, { signal }) =>
        new Promise((resolve, reject) => {
          sent.push(file.name)
          ends.set(file.name, { resolve: () => resolve(stub(file.name)), reject, signal })
          signal.addEventListener('abort', () => reject(new Error('aborted')))
        }),
    },
    refuse: (file) => (file.name === 'bad' ? 'not allowed' : null),
    describeError: (error) => (error as Error).message,
    onChange: (all) => (tasks = all),
    onDone: ({ name }) => done.push(name),
  })
  const states = () => tasks.map(({ file, state }) => `${file.name} ${state}`)
  const keyOf = (name: string) => tasks.find(({ file }) => file.name === name)!.key
  queue.add(['a', 'bad', 'b', 'c'].map((name) => png(name)))
  await waitFor(() => expect(states()).toEqual(['a uploading', 'bad error', 'b waiting', 'c waiting']))
  queue.restart(keyOf('bad'))
  queue.pause(keyOf('a'))
  expect(ends.get('a')!.signal.aborted).toBe(true)
  await waitFor(() => expect(states()).toEqual(['a paused', 'bad error', 'b uploading', 'c waiting']))
  ends.get('b')!.reject(new Error('the network is gone'))
  await waitFor(() => expect(states()).toEqual(['a paused', 'bad error', 'b error', 'c uploading']))
  expect(tasks[2]!.message).toBe('the network is gone')
  queue.cancel(keyOf('c'))
  queue.restart(keyOf('b'))
  await waitFor(() => expect(states()).toEqual(['a paused', 'bad error', 'b uploading']))
  queue.restart(keyOf('a'))
  ends.get('b')!.resolve()
  await waitFor(() => expect(states()).toEqual(['a uploading', 'bad error']))
  ends.get('a')!.resolve()
  await waitFor(() => expect(states()).toEqual(['bad error']))
  queue.cancelAll()
  expect([states(), done, sent]).toEqual([[], ['b', 'a'], ['a', 'b', 'c', 'b', 'a']])
})

it('is sorted by dragging', async () => {
  await openRecord('shop/product', 1)
  const items = () => within(group()).getAllByRole('listitem')
  const dataTransfer = { files: [], types: [], effectAllowed: '' }
  fireEvent.dragStart(items()[0]!, { dataTransfer })
  fireEvent.dragOver(items()[2]!, { dataTransfer })
  fireEvent.drop(items()[2]!, { dataTransfer })
  expect(pictures()).toEqual(['/storage/b.png', '/storage/c.png', '/storage/a.png'])
})

it('can be canceled while it is on its way', async () => {
  const { user } = await openRecord('shop/product', null)
  const open = server().hold()
  choose(png('1.png'))
  await user.click(await within(group()).findByRole('button', { name: '取消上传“1.png”' }))
  expect(within(group()).queryByRole('progressbar')).toBeNull()
  open()
  await waitFor(() => expect(screen.getByRole('button', { name: '保存' })).toHaveProperty('disabled', false))
  expect(pictures()).toEqual([])
})

it('cuts squares that stay inside the picture', () => {
  const wide = { width: 400, height: 200 }
  expect(squareOf(wide, centered)).toEqual({ left: 100, top: 0, side: 200 })
  expect(squareOf(wide, clampCrop(wide, { zoom: 1, x: 1, y: 1 }))).toEqual({ left: 200, top: 0, side: 200 })
  expect(squareOf(wide, clampCrop(wide, { zoom: 99, x: 0, y: 0 }))).toEqual({ left: 0, top: 0, side: 50 })
  const moved = moveCrop(wide, { ...centered, zoom: 2 }, { x: 50, y: -25 }, 100)
  expect(squareOf(wide, moved)).toEqual({ left: 100, top: 75, side: 100 })
  expect(squareOf(wide, moveCrop(wide, moved, { x: 0, y: -1000 }, 100))).toEqual({ left: 100, top: 100, side: 100 })
})
