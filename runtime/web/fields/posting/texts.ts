/** Texts of the selection of a posting. They load with it. */
import { defineTexts } from '../../core/i18n/texts.ts'

const zhCn = {
  loading: '正在加载…',
  none: '没有可以撤销的记录。',
  more: '更早的记录未列出。',
  number: '序号 {{number}}',
  to: '移到',
  comma: '、',
  nobody: '系统',
  typed: '无法列出可撤销的记录，请填写库存流水中的过账序号。',
  retry: '重试',
} as const

export const { useT } = defineTexts('posting', {
  'zh-cn': zhCn,
  en: {
    loading: 'Loading…',
    none: 'There is nothing to undo.',
    more: 'Older entries are not listed.',
    number: 'No. {{number}}',
    to: 'to',
    comma: ', ',
    nobody: 'System',
    typed: 'The entries could not be listed. Enter the posting no. from the inventory history.',
    retry: 'Try again',
  },
})
