import { cleanup, render, screen, waitFor } from '@testing-library/react'
import { expect, it } from 'vitest'
import type { ListProps } from '../../../runtime/web/define-module.ts'
import { loadReplacement, registerModules } from '../../../runtime/web/core/module-registry.ts'
import { loadPage } from '../../../runtime/web/shell/admin/load-page.ts'
import { openList, useListServer } from './open-list.tsx'
import { computedStyleOfJsdom } from '../../support/computed-style.ts'
import { labelsOfJsdom } from '../../support/labels.ts'
import { shop } from '../../support/shop.ts'

const names = Array.from({ length: 20 }, (_, at) => `Product ${at + 101}`)
useListServer(() => ({
  'shop.Product': names.map((name, at) => ({
    id: at + 1,
    version: 1,
    product_no: `P${at + 1}`,
    name,
    price: '1.0000',
    status: 10,
    weigh: 1000 - at,
    brand_id: 3,
    brand: { id: 3, name: 'Acme' },
    images: [],
  })),
  'shop.Brand': [{ id: 3, name: 'Acme' }],
}))

/** The props React last gave to an element: another object after every render of the component that creates it. */
function propsOf(element: Element): unknown {
  const key = Object.keys(element).find((name) => name.startsWith('__reactProps$'))
  if (!key) throw new Error('not an element of React')
  return Reflect.get(element, key)
}

it('renders only the row that is selected, and not the values in it', async () => {
  const { user } = await openList(shop.model('product'))
  const rows = [...document.querySelectorAll<HTMLElement>('tbody > tr')]
  expect(rows).toHaveLength(names.length)
  const values = rows.map((row) => row.querySelector('th')!)
  const before = { rows: rows.map(propsOf), values: values.map(propsOf) }
  const rendered = () => names.filter((_, at) => propsOf(rows[at]!) !== before.rows[at])
  expect(rendered()).toEqual([])
  const box = rows[4]!.querySelector('input')!
  // The focus arrives first: it makes the row the stop of the Tab key.
  box.focus()
  await waitFor(() => expect(rows[4]!.tabIndex).toBe(0))
  before.rows = rows.map(propsOf)
  await user.click(box)
  await screen.findByText('1 selected')
  expect(rendered()).toEqual([names[4]])
  expect(values.every((value, at) => propsOf(value) === before.values[at])).toBe(true)
  expectStylesOfJsdom()
  expectLabelsOfJsdom()
})

/** The shortened styles that queries by role ask of are those of jsdom, here and for what hides elements. */
function expectStylesOfJsdom(): void {
  document.body.insertAdjacentHTML(
    'beforeend',
    `<p hidden>a</p><div style="display: none"><b>b</b></div><div style="visibility: hidden"><i>c</i>
    <u style="visibility: visible">d</u></div><div style="pointer-events: none"><a href="#">e</a></div>
    <details><summary>f</summary><em>g</em></details><dialog><s>h</s></dialog><dialog open><q>i</q></dialog>
    <input type="hidden"><table><tbody hidden><tr><td>j</td></tr></tbody></table><svg><g></g></svg>`,
  )
  const stylesBy = (styleOf: typeof getComputedStyle) =>
    [...document.querySelectorAll('*')].map((element) => {
      const style = styleOf(element)
      const read = [style.display, style.visibility, style.pointerEvents, style.getPropertyValue('color')]
      return [element.outerHTML.slice(0, 60), ...read, style.getPropertyValue('display')]
    })
  expect(getComputedStyle).not.toBe(computedStyleOfJsdom)
  expect(stylesBy(getComputedStyle)).toEqual(stylesBy(computedStyleOfJsdom))
}

/** The shortened search for the labels of a control finds those that jsdom finds. */
function expectLabelsOfJsdom(): void {
  document.body.insertAdjacentHTML(
    'beforeend',
    `<label for="k">k</label><input id="k"><label>l <b><select></select></b><input></label><label for="k">m</label>
    <label for="none">n <input></label><label for="p">o</label><p id="p">p</p><label>q<input type="hidden"></label>
    <label>r<button></button></label><label for="s"></label><textarea id="s"></textarea><output></output>`,
  )
  const controls = [...document.querySelectorAll<HTMLInputElement>('button, input, output, select, textarea')]
  expect(controls.flatMap((control) => labelsOfJsdom(control) ?? []).length).toBeGreaterThan(5)
  for (const control of controls)
    expect(control.labels === null ? null : [...control.labels]).toEqual(labelsOfJsdom(control))
}

it('renders the list of a module in the place of the generated one, with the model of its table', async () => {
  const List = ({ model }: ListProps) => <p>{`My list of ${model.id}`}</p>
  const components = { widgets: {}, cells: {}, lists: { 'shop/brand': async () => List } }
  registerModules({
    modules: { shop: { manifest: async () => shop.manifest, components: async () => components } },
    validators: {},
  })
  const { page: Page } = await loadPage('/admin/shop/brand')
  render(Page && <Page />)
  expect(screen.getByText('My list of shop/brand')).toBeTruthy()
  cleanup()
  expect((await loadPage('/admin/shop/unit')).page).not.toBe(null)
  await expect(loadReplacement({ id: 'shop/unit', module: 'shop' }, 'lists')).resolves.toBe(null)
})
