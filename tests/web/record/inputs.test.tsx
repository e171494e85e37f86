// @vitest-environment jsdom
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { kindNames } from 'tablewright/protocol'
import { beforeEach, expect, it } from 'vitest'
import { cellOfKind, inputOfKind, type BuiltIn } from '../../../cli/ejecting/built-in.ts'
import { cellOf } from '../../../runtime/web/fields/cell-of.ts'
import { inputOf } from '../../../runtime/web/fields/input-of.ts'
import { fieldRenderers } from '../../../runtime/web/fields/field-renderers.ts'
import { inputs } from '../../../runtime/web/fields/inputs.ts'
import { moduleComponent } from '../../../runtime/web/fields/module-component.tsx'
import { field } from '../../support/models.ts'
import { gallery, galleryForm } from './gallery.ts'
import { openRecord, provideOwn, useRecordServer, type OpenedRecord } from './open-record.tsx'

const server = useRecordServer(() => ({
  'shop.Brand': [
    { id: 4, name: '禾谷' },
    { id: 5, name: '禾木' },
  ],
  'demo.Gallery': [],
}))
beforeEach(() => provideOwn(gallery, galleryForm))

const box = (name: string) => screen.getByLabelText(new RegExp(`^字段 ${name}( \\*)?$`))

it('every kind has an input, and no input is without a kind', () => {
  expect(Object.keys(inputs).sort()).toEqual([...kindNames].sort())
})

it('a widget and a cell come from the module that adds the field, by default from that of the entity', () => {
  const model = { module: 'shop' }
  const own = field('level', 'integer', { cell: 'level', widget: 'level' })
  for (const [module, one] of [['shop', own] as const, ['helpdesk', { ...own, module: 'helpdesk' }] as const]) {
    expect(inputOf(model, one)).toBe(moduleComponent(module, 'widgets', 'level'))
    expect(cellOf(model, one)).toBe(moduleComponent(module, 'cells', 'level'))
  }
})

it('shows every icon to choose from as itself, from the first moment', async () => {
  const { user } = await openRecord('demo/gallery', null)
  await user.click(screen.getByRole('button', { name: '选择图标' }))
  const panel = await screen.findByRole('group', { name: '选择图标' })
  const drawn = [...panel.querySelectorAll('button')].map((button) => [
    button.title,
    button.querySelector('svg')?.dataset['icon'],
  ])
  expect(drawn.filter(([name, icon]) => name !== icon)).toEqual([])
  expect(drawn.length).toBeGreaterThan(50)
})

/** What a person does to a field, and what is sent for it. */
const journeys: readonly (readonly [field: string, act: (opened: OpenedRecord) => Promise<unknown>, sent: unknown])[] =
  [
    ['textarea', ({ user }) => user.type(box('textarea'), '第一行{Enter}第二行'), '第一行\n第二行'],
    [
      'integer',
      async ({ user }) => {
        await user.clear(box('integer'))
        await user.type(box('integer'), '１２')
      },
      12,
    ],
    ['decimal', ({ user }) => user.type(box('decimal'), '12.5'), '12.5000'],
    ['datetime', ({ user }) => user.type(box('datetime'), '2026年3月4日 5:06:07'), 1_772_571_967],
    ['date', ({ user }) => user.type(box('date'), '2026/3/4'), '2026-03-04'],
    ['time', ({ user }) => user.type(box('time'), '05:06'), '05:06:00'],
    ['year', ({ user }) => user.type(box('year'), '2026'), '2026'],
    ['enum', ({ user }) => user.click(screen.getByRole('radio', { name: '选项b' })), 20],
    ['list', ({ user }) => user.selectOptions(box('list'), '选项c'), 'z'],
    [
      'search',
      async ({ user }) => {
        await user.type(screen.getByRole('combobox', { name: '字段 search' }), 's7')
        await user.keyboard('{Enter}')
      },
      7,
    ],
    ['switch', ({ user }) => user.click(screen.getByRole('switch')), 1],
    [
      'set',
      async ({ user }) => {
        await user.click(screen.getByRole('checkbox', { name: '选项c' }))
        await user.click(screen.getByRole('checkbox', { name: '选项a' }))
      },
      ['x', 'z'],
    ],
    [
      'reference',
      async ({ user }) => {
        await user.type(screen.getByRole('combobox', { name: '字段 reference' }), '木')
        await user.click(await screen.findByRole('option', { name: '禾木' }))
      },
      5,
    ],
    ['image', ({ user }) => sendFiles(user, '字段 image', 'img', 'a.png'), '/storage/a.png'],
    [
      'images',
      ({ user }) => sendFiles(user, '字段 images', 'img', 'b.png', 'c.png'),
      ['/storage/b.png', '/storage/c.png'],
    ],
    ['file', ({ user }) => sendFiles(user, '字段 file', 'link', 'a.png'), '/storage/a.png'],
    [
      'files',
      ({ user }) => sendFiles(user, '字段 files', 'link', 'b.png', 'c.png'),
      ['/storage/b.png', '/storage/c.png'],
    ],
    ['color', ({ user }) => user.type(box('color'), '#1a2b3c'), '#1a2b3c'],
    ['icon', ({ user }) => user.type(box('icon'), 'fa fa-star'), 'fa fa-star'],
    ['url', ({ user }) => user.type(box('url'), 'https://example.test/x'), 'https://example.test/x'],
    ['email', ({ user }) => user.type(box('email'), 'a@example.test'), 'a@example.test'],
    ['mobile', ({ user }) => user.type(box('mobile'), '１３８００００００１１'), '13800000011'],
    ['idNumber', ({ user }) => user.type(box('idNumber'), '11010519491231002X'), '11010519491231002X'],
    [
      'region',
      async ({ user }) => {
        for (const [level, typed, found] of [
          ['字段 region', '浙', '浙江省'],
          ['城市', '杭', '杭州市'],
          ['区县', '湖', '西湖区'],
        ] as const) {
          await user.type(screen.getByRole('combobox', { name: level }), typed)
          await user.click(await screen.findByRole('option', { name: found }))
        }
      },
      '330106',
    ],
    ['account', ({ user }) => user.type(box('account'), 'store_1'), 'store_1'],
    ['tags', ({ user }) => user.type(box('tags'), '新品{Enter}热销，'), ['新品', '热销']],
    [
      'pairs',
      async ({ user }) => {
        await user.click(screen.getByRole('button', { name: '添加一行' }))
        await user.type(screen.getByRole('textbox', { name: '第 1 行的键' }), '产地')
        await user.type(screen.getByRole('textbox', { name: '第 1 行的值' }), '黑龙江')
      },
      { 产地: '黑龙江' },
    ],
  ]

const required = { text: '一', password: 'secret-1' }

it('every field of the gallery is entered by one of these', () => {
  const written = gallery.fields.filter((field) => !field.implicit).map((field) => field.name)
  expect([...Object.keys(required), ...journeys.map(([field]) => field)].toSorted()).toEqual(written.toSorted())
})

/** A few at a time: the form of all kinds takes many key strokes, which a busy machine draws slowly. */
const portions = Array.from({ length: Math.ceil(journeys.length / 6) }, (_, at) => journeys.slice(at * 6, at * 6 + 6))

it.each(portions.map((portion) => [portion.map(([field]) => field).join(', '), portion] as const))(
  'what a person enters goes to the wire: %s',
  async (_fields, portion) => {
    const opened = await openRecord(gallery, null)
    for (const [field, value] of Object.entries(required)) await opened.user.type(box(field), value)
    for (const [, act] of portion) await act(opened)
    await opened.user.tab()
    await opened.user.click(await screen.findByRole('button', { name: '保存' }))
    await waitFor(() => expect(server().saved().length).toBe(1))
    const entered = { ...required, ...Object.fromEntries(portion.map(([field, , sent]) => [field, sent])) }
    const sent = Object.entries(server().saved()[0]!).filter(([field]) => field in entered)
    expect(Object.fromEntries(sent)).toEqual(entered)
  },
)

it('shows a stored record as it was, and sends nothing for it', async () => {
  const row = {
    id: 3,
    version: 1,
    text: '一',
    textarea: 'x',
    integer: 7,
    decimal: '12.5000',
    datetime: 1_772_571_967,
    date: '2026-03-04',
    time: '05:06:00',
    year: '2026',
    enum: 20,
    list: 'y',
    search: 3,
    switch: 1,
    set: ['x'],
    reference: 4,
    brand: { id: 4, name: '禾谷' },
    image: '/storage/a.png',
    images: ['/storage/b.png'],
    color: '#112233',
    icon: '',
    url: '',
    email: '',
    mobile: '',
    idNumber: '',
    region: '330106',
    account: '',
    tags: ['新品'],
    pairs: { a: '1' },
  }
  server().tables['demo.Gallery']!.push(row)
  const { user, isClosed } = await openRecord(gallery, 3)
  expect(box('decimal')).toHaveProperty('value', '12.50')
  expect(box('datetime')).toHaveProperty('value', '2026-03-04 05:06:07')
  expect(screen.getByRole('combobox', { name: '字段 reference' })).toHaveProperty('value', '禾谷')
  expect(screen.getByRole('switch')).toHaveProperty('checked', true)
  expect(await screen.findByDisplayValue('西湖区')).toBe(screen.getByRole('combobox', { name: '区县' }))
  expect(box('password')).toHaveProperty('placeholder', '留空则不修改')
  expect(box('password').getAttribute('aria-required')).toBeNull()
  await user.click(screen.getByRole('button', { name: '保存' }))
  await waitFor(() => expect(isClosed()).toBe(true))
  expect(server().saved()).toEqual([])
})

it('keeps a number as it is typed and reports an invalid one', async () => {
  const { user } = await openRecord(gallery, null)
  await user.type(box('decimal'), '1.23456')
  expect(box('decimal')).toHaveProperty('value', '1.23456')
  await user.tab()
  expect(await screen.findByText('最多 4 位小数')).toBeTruthy()
  await user.clear(box('integer'))
  await user.type(box('integer'), '1001')
  await user.tab()
  expect(await screen.findByText('不能大于 1000')).toBeTruthy()
})

it('counts the characters when room grows short, in short inputs when there is none, each sign as one', async () => {
  const { user } = await openRecord(gallery, null)
  const write = async (name: string, text: string) => {
    await user.click(box(name))
    await user.paste(text)
  }
  await write('textarea', '𠮷'.repeat(239))
  expect(screen.queryByText(/\/300/)).toBeNull()
  await write('textarea', '𠮷')
  expect(await screen.findByText('240/300')).toBeTruthy()
  await write('text', '𠮷'.repeat(20))
  expect(screen.queryByText(/\/20/)).toBeNull()
  await write('text', '𠮷')
  expect(await screen.findByText('21/20')).toBeTruthy()
})

it('names the control, its help and its requirement to a screen reader', async () => {
  await openRecord(gallery, null)
  const text = box('text')
  expect(text.getAttribute('aria-required')).toBe('true')
  expect(document.getElementById(text.getAttribute('aria-describedby')!)?.textContent).toBe('帮助')
  expect(within(screen.getByRole('radiogroup', { name: '字段 enum' })).getAllByRole('radio').length).toBe(2)
})

async function sendFiles(
  user: OpenedRecord['user'],
  group: string,
  role: 'img' | 'link',
  ...names: string[]
): Promise<void> {
  const field = screen.getByRole('group', { name: group })
  const files = names.map((name) => new File(['x'], name, { type: 'image/png' }))
  fireEvent.drop(field, { dataTransfer: { files } })
  await waitFor(() => expect(within(field).getAllByRole(role)).toHaveLength(names.length))
  expect(user).toBeTruthy()
}

it('are those that the command eject copies, by kind, and so are the cells', async () => {
  const files = import.meta.glob<Record<string, unknown>>('../../../runtime/web/fields/**/*{Cell,Input}.tsx')
  const load = async (one: BuiltIn | null) => one && (await files[`../../../runtime/web/${one.path}`]?.())?.[one.name]
  for (const kind of kindNames) {
    expect(await load(inputOfKind(kind)), kind).toBe(inputs[kind])
    expect(await load(cellOfKind(kind)), kind).toBe(fieldRenderers[kind].Cell)
  }
})
