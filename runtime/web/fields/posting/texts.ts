/** Texts of the selection of a posting. They load with it. */
import { defineTexts } from '../../i18n/texts.ts'

const zhCn = {
  loading: '正在加载…',
  none: '没有可以撤回的记录。',
  more: '更早的记录未列出。',
  number: '序号 {{number}}',
  to: '移到',
  comma: '、',
  nobody: '系统',
  typed: '无法列出可撤回的记录，请填写库存流水中的序号。',
  retry: '重试',
} as const

export const { useT } = defineTexts('posting', {
  'zh-cn': zhCn,
  en: {
    loading: 'Loading…',
    none: 'There is nothing to take back.',
    more: 'Older ones are not listed.',
    number: 'No. {{number}}',
    to: 'to',
    comma: ', ',
    nobody: 'System',
    typed: 'What can be taken back could not be listed. Type its number, as the stock history has it.',
    retry: 'Try again',
  },
})
