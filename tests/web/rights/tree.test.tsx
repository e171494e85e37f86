// @vitest-environment jsdom
/** Choosing rights: half ticks, ids above sent along, all rights, and what cannot be seen stays. */
import { cleanup, render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { MenuNode } from 'tablewright/protocol'
import { adminGroup } from '#generated/system/admin_group/table.ts'
import type { FieldLocale, WireRow } from '../../../runtime/web/fields/input-props.ts'
import { setLanguage } from '../../../runtime/web/core/i18n/language.ts'
import { draftOf, isAll, newBody } from '../../../runtime/web/form/draft.ts'
import { PermissionTree } from '../../../runtime/web/identity/permissions/PermissionTree.tsx'
import {
  idsNamed,
  lowestOf,
  matching,
  missingRights,
  tickOf,
  toggled,
  withAbove,
} from '../../../runtime/web/identity/permissions/tree.ts'
import { http } from '../../../runtime/web/core/api/axios-exchange.ts'
import { session } from '../../../runtime/web/core/auth/session.ts'
import { envelope, serve, type Serving } from '../shell/serving.ts'

const node = (id: number, type: MenuNode['type'], title: string, children?: MenuNode[]): MenuNode => ({
  id,
  pid: 0,
  type,
  title,
  name: title,
  path: '',
  icon: '',
  menu_type: null,
  url: '',
  component: '',
  keepalive: 0,
  extend: 'none',
  ...(children && { children }),
})
const brands = node(2, 'menu', 'Brands', [node(3, 'button', 'List'), node(4, 'button', 'Add')])
const units = node(5, 'menu', 'Units', [node(6, 'button', 'List units')])
const tree = [node(1, 'menu_dir', 'Warehouse', [brands, units]), node(9, 'menu', 'Dashboard')]
const field = adminGroup.fields.find(({ name }) => name === 'rules')!
const sorted = (ids: Iterable<number>): number[] => [...ids].sort((one, other) => one - other)

let sent: unknown[]

beforeEach(() => {
  sent = []
  setLanguage('en')
  session.menus = tree
  session.admin.super = true
})
afterEach(cleanup)

function Held({ stored }: { readonly stored: unknown }) {
  const [value, setValue] = useState(stored)
  const row: WireRow = { id: 7, rules: stored }
  return (
    <>
      <span id="f-label">Rights</span>
      <PermissionTree
        id="f"
        field={field}
        value={value}
        onChange={(next) => {
          sent.push(next)
          setValue(next)
        }}
        onBlur={() => undefined}
        disabled={false}
        invalid={false}
        describedBy={undefined}
        record={{
          model: adminGroup,
          id: 7,
          row,
          valueOf: () => null,
          remember: () => undefined,
          setPending: () => undefined,
        }}
        locale={{} as FieldLocale}
      />
    </>
  )
}

/** By the name that a screen reader says: that of the page stands before those of its rights. */
const tick = (name: string): HTMLInputElement => screen.getByRole('checkbox', { name })
const state = (name: string): string => (tick(name).indeterminate ? 'part' : tick(name).checked ? 'on' : 'off')

describe('the tree of rights', () => {
  it('finds the lowest nodes, and sends their ancestors', () => {
    const lowest = lowestOf(tree, ['1', '2', '3', '9'])
    expect(sorted(lowest)).toEqual([3, 9])
    expect(withAbove(tree, lowest)).toEqual([1, 2, 3, 9])
    expect([tree[0]!, brands, units, tree[1]!].map((one) => tickOf(one, lowest))).toEqual(['part', 'part', 'off', 'on'])
    expect(withAbove(tree, toggled(tree[0]!, lowest, true))).toEqual([1, 2, 3, 4, 5, 6, 9])
    expect(withAbove(tree, toggled(tree[0]!, lowest, false))).toEqual([9])
  })

  it('leaves alone what it does not show', () => {
    expect(withAbove(tree, toggled(brands, lowestOf(tree, ['3', '77']), false))).toEqual([77])
  })

  it('keeps a page that is held without any of its buttons', () => {
    expect(tickOf(units, lowestOf(tree, [1, 5]))).toBe('part')
    expect(withAbove(tree, lowestOf(tree, [1, 5]))).toEqual([1, 5])
  })

  it('ticks with all below, half-ticks above, and holds just what was loaded when it is back there', async () => {
    const person = userEvent.setup()
    render(<Held stored={['3']} />)
    expect(['Warehouse', 'Brands', 'Brands: List', 'Brands: Add', 'Units'].map(state)).toEqual([
      'part',
      'part',
      'on',
      'off',
      'off',
    ])
    await person.click(tick('Units'))
    expect(sent.at(-1)).toEqual([1, 2, 3, 5, 6])
    expect(['Warehouse', 'Units', 'Units: List units'].map(state)).toEqual(['part', 'on', 'on'])
    // A half tick becomes a whole one.
    await person.click(tick('Warehouse'))
    expect(sent.at(-1)).toEqual([1, 2, 3, 4, 5, 6])
    await person.click(tick('Units'))
    await person.click(tick('Brands: Add'))
    expect(sent.at(-1)).toEqual(['3'])
  })

  it('gives all rights by one switch, and gives them back', async () => {
    const person = userEvent.setup()
    render(<Held stored={['3']} />)
    await person.click(screen.getByRole('checkbox', { name: 'All permissions' }))
    expect(sent.at(-1)).toEqual(['*'])
    expect(screen.queryByRole('checkbox', { name: 'Brands' })).toBeNull()
    await person.click(screen.getByRole('checkbox', { name: 'All permissions' }))
    expect(sent.at(-1)).toEqual(['3'])
  })

  it('offers "all rights" only to accounts that hold them', () => {
    session.admin.super = false
    render(<Held stored={['3']} />)
    expect(screen.queryByRole('checkbox', { name: 'All permissions' })).toBeNull()
    expect(screen.getByRole('group', { name: 'Rights' })).toBeTruthy()
  })

  it('explains that an empty selection changes nothing', async () => {
    const person = userEvent.setup()
    render(<Held stored={['3']} />)
    await person.click(tick('Brands: List'))
    expect(screen.getByText(/^Select at least one permission/)).toBeTruthy()
  })
})

describe('putting a role together', () => {
  let server: Serving
  const needs = { add: ['list', 'list units'] }
  const presets = [{ name: 'Reader', nodes: ['list', 'LIST UNITS', 'unknown'] }]
  beforeEach(async () => {
    server = await serve(({ url }) => {
      if (url.startsWith('/admin/auth.Group/roleOptions')) return envelope(1, { presets, needs })
      if (url.startsWith('/admin/auth.Group/edit')) return envelope(1, { row: { id: 8, rules: ['4', '9'] } })
      if (url.includes('page=2')) return envelope(1, { list: [{ id: 9, name: 'On the second page' }], total: 3 })
      return envelope(1, {
        list: [
          { id: 7, name: 'Own' },
          { id: 8, name: 'Clerks' },
        ],
        total: 3,
      })
    })
    http.defaults.baseURL = server.address
  })
  afterEach(() => server.close())

  it('finds nodes by their titles, with all above and below them', () => {
    expect(matching(tree, ' unit')).toEqual([{ ...tree[0], children: [units] }])
    expect(matching(tree, 'list units')).toEqual([{ ...tree[0], children: [{ ...units, children: units.children }] }])
    expect(matching(tree, 'xyz')).toEqual([])
    expect(matching(tree, ' ')).toBe(tree)
    expect(sorted(idsNamed(tree, presets[0]!.nodes))).toEqual([3, 6])
    expect(missingRights(tree, new Set([4]), needs).map(({ page, node }) => `${page}: ${node.title}`)).toEqual([
      'Brands: List',
      'Units: List units',
    ])
    expect(missingRights(tree, new Set([3, 4, 6]), needs)).toEqual([])
    const inTurn = { add: ['list'], list: ['list units', 'add'] }
    expect(missingRights(tree, new Set([4]), inTurn).map(({ page, node }) => `${page}: ${node.title}`)).toEqual([
      'Brands: List',
      'Units: List units',
    ])
  })

  it('says which rights the chosen ones need, and adds them', async () => {
    const person = userEvent.setup()
    render(<Held stored={['4']} />)
    expect(await screen.findByText('Also needs: Brands: List; Units: List units')).toBeTruthy()
    await person.click(screen.getByRole('button', { name: 'Add them' }))
    expect(sent.at(-1)).toEqual([1, 2, 3, 4, 5, 6])
    expect(screen.queryByText(/^Also needs/)).toBeNull()
  })

  it('ticks only what the search shows', async () => {
    const person = userEvent.setup()
    render(<Held stored={['9']} />)
    await person.type(screen.getByRole('searchbox', { name: 'Search permissions' }), 'units')
    const boxes = ['All permissions', 'Warehouse', 'Units', 'Units: List units'].map(tick)
    expect(screen.getAllByRole('checkbox')).toEqual(boxes)
    await person.click(tick('Warehouse'))
    expect(sent.at(-1)).toEqual([1, 5, 6, 9])
    await person.clear(screen.getByRole('searchbox'))
    await person.type(screen.getByRole('searchbox'), 'nothing like it')
    expect(screen.getByText('No matching permissions.')).toBeTruthy()
  })

  it('begins with a preset or with the rights of another role', async () => {
    const person = userEvent.setup()
    render(<Held stored={['9']} />)
    const choice = await screen.findByRole('combobox', { name: 'Start from' })
    await waitFor(() => expect(screen.getByRole('option', { name: 'Clerks' })).toBeTruthy())
    expect(screen.getByRole('option', { name: 'On the second page' })).toBeTruthy()
    // The role itself is no other one, and a choice alone changes nothing.
    expect(screen.queryByRole('option', { name: 'Own' })).toBeNull()
    await person.selectOptions(choice, 'Reader')
    expect(sent).toEqual([])
    await person.click(screen.getByRole('button', { name: 'Apply' }))
    expect(sent.at(-1)).toEqual([1, 2, 3, 5, 6])
    await person.selectOptions(choice, 'Clerks')
    await person.click(screen.getByRole('button', { name: 'Apply' }))
    await waitFor(() => expect(sent.at(-1)).toEqual([1, 2, 4, 9]))
  })
})

describe('"all rights" in a form', () => {
  it('passes as it is where a list of references is sent', () => {
    expect(isAll(field, ['*'])).toBe(true)
    expect(newBody(adminGroup, { ...draftOf(adminGroup, null), name: 'Root', rules: ['*'] }, 'UTC')).toMatchObject({
      name: 'Root',
      rules: ['*'],
    })
  })

  it('is nothing special in any other field', () => {
    expect(
      isAll(
        adminGroup.fields.find(({ name }) => name === 'name')!,
        ['*'],
      ),
    ).toBe(false)
    expect(isAll(field, ['*', 3])).toBe(false)
  })
})
