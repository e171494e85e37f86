// @vitest-environment jsdom
/** An action that takes back one of several postings: which one is chosen among those that stand. */
import { HotkeysContext } from '@blueprintjs/core'
import { cleanup, configure, render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { actionOf } from 'tablewright/protocol'
import { afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest'
import { webValidator } from '../../../../generator/validators.ts'
import { inventoryHistory } from '#generated/wms/inventory_history/table.ts'
import { wms } from '#generated/wms/index.ts'
import { relocationReverseMoveForm } from '#generated/wms/relocation/reverseMove/form.ts'
import { relocation } from '#generated/wms/relocation/table.ts'
import { http } from '../../../../runtime/web/core/api/axios-exchange.ts'
import { reversibleEvents } from '../../../../runtime/web/fields/posting/events.ts'
import { setLanguage } from '../../../../runtime/web/core/i18n/language.ts'
import { ActionForm } from '../../../../runtime/web/records/actions/ActionForm.tsx'
import { canRunOnMany } from '../../../../runtime/web/records/actions/can-run-on-many.ts'
import { hotkeysWithoutRegistry } from '../../../../runtime/web/core/page/hotkeys.ts'
import { registerModules } from '../../../../runtime/web/core/module-registry.ts'
import { startRecordServer, type RecordServer } from '../../../web/record/record-server.ts'

configure({ asyncUtilTimeout: 8000 })
vi.setConfig({ testTimeout: 90_000 })

const action = actionOf(relocation.machine, 'reverseMove')!
const when = 1_790_000_000

/** Both legs of a move, the later one first. */
const legs = (id: number, seq: number, quantity: string, more: readonly [object, object] = [{}, {}]) => {
  const both = {
    order_kind: 'wms/relocation',
    order_id: 4,
    posting_seq: seq,
    product_id: 1,
    reversal_of: null,
    createtime: when + seq,
    admin_id: 7,
    admin: { id: 7, username: '李明' },
  }
  return [
    { ...both, id: id + 1, quantity, warehouse_shelf_id: 12, warehouse_shelf: '一号仓/B/2', ...more[0] },
    { ...both, id, quantity: `-${quantity}`, warehouse_shelf_id: 11, warehouse_shelf: '一号仓/A/1', ...more[1] },
  ]
}
const taken = legs(30, 3, '5.000', [
  { quantity: '-5.000', reversal_of: 21 },
  { quantity: '5.000', reversal_of: 20 },
])
const rows = () => [
  ...legs(40, 4, '2.500', [
    { admin_id: null, admin: null },
    { admin_id: null, admin: null },
  ]),
  ...taken,
  ...legs(20, 2, '5.000'),
  ...legs(10, 1, '4.000'),
  ...legs(50, 1, '9.000', [{ order_id: 5 }, { order_id: 5 }]),
]

let server: RecordServer
beforeAll(async () => {
  const source = Buffer.from(await webValidator(relocationReverseMoveForm)).toString('base64')
  registerModules({
    modules: { wms: { manifest: () => Promise.resolve(wms) } },
    validators: {
      'wms/relocation/reverseMove': () =>
        import(/* @vite-ignore */ `data:text/javascript;base64,${source}`) as Promise<{
          validators: Record<string, unknown>
        }>,
    },
  })
  // The keys of radio buttons ask for it.
  vi.stubGlobal('CSS', { escape: (text: string) => text })
  await import('../../../../runtime/web/fields/posting/PostingInput.tsx')
}, 120_000)
beforeEach(async () => {
  server = await startRecordServer({ 'wms.InventoryHistory': rows() })
  http.defaults.baseURL = server.address
})
afterEach(async () => {
  cleanup()
  await server.close()
})

function open(language: 'zh-cn' | 'en' = 'zh-cn') {
  setLanguage(language)
  const sent: object[] = []
  const send = (input: object) => (sent.push(input), Promise.resolve(null))
  const row = { id: 4, version: 2 }
  render(
    <HotkeysContext value={hotkeysWithoutRegistry}>
      <ActionForm
        request={{ model: relocation, action, target: { row }, trigger: null }}
        formId="ask"
        row={row}
        send={send}
        onReady={() => {}}
      />
      <button type="submit" form="ask-form">
        go
      </button>
    </HotkeysContext>,
  )
  return { user: userEvent.setup(), sent }
}

const told = () =>
  screen
    .getAllByRole('radio')
    .map((radio) => [radio.closest('label')!.textContent, (radio as HTMLInputElement).checked])

it('lists moves not yet reversed with their details, selects the latest and sends its number', async () => {
  const { user, sent } = open()
  await screen.findAllByRole('radio')
  await waitFor(() =>
    expect(told()).toEqual([
      [expect.stringMatching(/^2\.5一号仓\/A\/1移到一号仓\/B\/2\d{4}-\d\d-\d\d \d\d:\d\d:\d\d · 系统 · 序号 4$/), true],
      [expect.stringMatching(/^4一号仓\/A\/1移到一号仓\/B\/2.* · 李明 · 序号 1$/), false],
    ]),
  )
  expect(screen.getByRole('radiogroup', { name: /^要撤销的移库/ })).toBeTruthy()
  await user.click(screen.getByRole('button', { name: 'go' }))
  await waitFor(() => expect(sent).toEqual([{ posting_seq: 4 }]))
})

it('is worked by keys alone', async () => {
  const { user, sent } = open('en')
  const [first, second] = await screen.findAllByRole('radio')
  await waitFor(() => expect(document.activeElement).toBe(first))
  await user.keyboard('{ArrowDown}')
  await waitFor(() => expect((second as HTMLInputElement).checked).toBe(true))
  expect(document.activeElement).toBe(second)
  await user.keyboard('{Control>}{Enter}{/Control}')
  await waitFor(() => expect(sent).toEqual([{ posting_seq: 1 }]))
})

it('explains when nothing is left, and accepts a typed number when the ledger cannot be read', async () => {
  server.tables['wms.InventoryHistory'] = taken
  open('en')
  expect(await screen.findByText('There is nothing to undo.')).toBeTruthy()
  cleanup()
  server.answerOnce('wms.InventoryHistory/index', { code: 0, msg: 'no right', data: { reason: 'forbidden' } })
  const { user, sent } = open('en')
  await user.type(await screen.findByRole('textbox', { name: /^Move/ }), '3{Enter}')
  await waitFor(() => expect(sent).toEqual([{ posting_seq: 3 }]))
})

it('belongs to one record and is not offered for several', () => {
  expect([canRunOnMany(action), canRunOnMany(actionOf(relocation.machine, 'cancel')!)]).toEqual([false, true])
})

it('omits a posting whose older rows are missing', () => {
  const list = rows().slice(0, 7)
  expect(reversibleEvents(inventoryHistory, list, false).map(({ seq }) => seq)).toEqual([4])
  expect(
    reversibleEvents(inventoryHistory, list, true).map(({ seq, measure, from, to }) => [seq, measure, from, to]),
  ).toEqual([
    [4, '2.500', ['一号仓/A/1'], ['一号仓/B/2']],
    [1, '4.000', [], ['#1 一号仓/B/2']],
  ])
})
