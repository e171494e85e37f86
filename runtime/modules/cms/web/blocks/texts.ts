/** Texts of the form of a block. */
import { defineTexts, type TranslationOf } from 'tablewright/web'

const zhCn = {
  off: '已停用，不显示。',
  over: '已于 {{time}} 结束，不再显示。',
  early: '将于 {{time}} 开始显示。',
  shown: '显示中。',
  'shown-until': '显示中，至 {{time}}。',
  'at-once': '立即开始',
  'no-end': '不结束',
  'no-place': '站点没有位置“{{place}}”，该区块不会显示。可用位置：{{places}}。预览暂用第一个位置。',
} as const

const en: TranslationOf<typeof zhCn> = {
  off: 'Off: it is not shown.',
  over: 'It ended on {{time}} and is not shown any more.',
  early: 'It is shown from {{time}}.',
  shown: 'Shown now.',
  'shown-until': 'Shown now, until {{time}}.',
  'at-once': 'At once',
  'no-end': 'No end',
  'no-place':
    'The site has no place “{{place}}”, so it does not show this block. Its places: {{places}}. The preview uses the ' +
    'first one.',
}

export const { useT } = defineTexts('cms-blocks', { 'zh-cn': zhCn, en })
