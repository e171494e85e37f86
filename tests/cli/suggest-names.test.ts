/** Names of fields and entities that their labels suggest (D6). */
import { expect, it } from 'vitest'
import { suggestNames, vocabularyOf } from '../../cli/designing/suggest-names.ts'

const product = {
  'x-entity': { label: { 'zh-cn': '商品', en: 'Product' } },
  properties: { brand_id: { 'x-label': { 'zh-cn': '牌子', en: 'Brand' } } },
}
const vocabulary = vocabularyOf(
  new Map([
    ['wms/product.json', JSON.stringify(product)],
    ['wms/halfway.json', '{'],
  ]),
)

it.each([
  ['商品备注', 'Remark of the product', ['remark_of_the_product', 'product_note', 'shang_pin_bei_zhu']],
  // The other language is still missing.
  ['商品备注', '商品备注', ['product_note', 'shang_pin_bei_zhu']],
  ['商品牌子', '商品牌子', ['product_brand', 'shang_pin_pai_zi']],
  ['银行行长', '银行行长', ['yin_hang_hang_zhang']],
  ['绿色', '绿色', ['lv_se']],
  ['A2 区', 'A2 区', ['a2_qu']],
  ['Notes', 'Notes', ['notes']],
  ['？', '？', []],
])('%s and %s suggest %j', (chinese, english, names) => {
  expect(suggestNames({ 'zh-cn': chinese, en: english }, [], vocabulary)).toEqual(names)
})

it('suggests no name that there is', () => {
  expect(suggestNames({ 'zh-cn': '绿色', en: '绿色' }, ['lv_se'])).toEqual(['lv_se_2'])
})
