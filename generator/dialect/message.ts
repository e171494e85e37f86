/** Keywords of a message that shows numbers: of a guard, of a check. */
import { keyword, text, type RecordShape } from './shape.ts'

/** As in translation files: lower case, words joined by underscores. */
const valueName = /^[a-z][a-z0-9_]*$/

/** @param zh, en when the message is shown, without a full stop */
export const messageKeywords = (zh: string, en: string): RecordShape['keywords'] => ({
  message: keyword(
    { is: 'label', maxLength: 200 },
    `${zh}；{{名称}} 显示 values 中的数值或数值字段。`,
    `${en}; \`{{name}}\` shows a number: one of \`values\`, or a numeric field or input.`,
    { 'zh-cn': '', en: '' },
  ),
  values: keyword(
    { is: 'map', values: text(2000), min: 1, names: valueName },
    '提示中的数值，各由一条规则计算。',
    'Numbers shown in the message, each computed by a rule.',
  ),
})
