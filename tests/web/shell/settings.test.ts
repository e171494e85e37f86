/** Which settings keep a tab from being saved. */
import { expect, it } from 'vitest'
import { missingSettings, type Setting, type SettingGroup } from '../../../runtime/web/settings/settings.ts'

const setting = (name: string, value: string): Setting => ({
  id: 1,
  allow_del: 1,
  name,
  title: name,
  tip: '',
  type: 'string',
  value,
  content: '',
  rule: 'required',
  weigh: 0,
  input_extend: [],
})

const group: SettingGroup = { name: 'basics', title: 'Basics', list: [setting('site', 'Shop'), setting('added', '')] }
const missing = (values: Record<string, string>) => missingSettings(group, values).map(({ name }) => name)

it('a required setting that was added without a value lets the others be saved', () => {
  expect(missing({ site: 'Warehouse' })).toEqual([])
  expect(missing({ site: 'Warehouse', added: '' })).toEqual([])
})

it('a required setting cannot be emptied', () => {
  expect(missing({ site: ' ' })).toEqual(['site'])
})
