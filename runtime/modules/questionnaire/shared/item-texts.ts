/** Why items cannot be stored: the designer shows it while one edits, and the server refuses with it. */
import type { Text } from 'tablewright/protocol'

export const itemTexts = {
  kind: { 'zh-cn': '请选择题型。', en: 'Choose a kind.' },
  title: { 'zh-cn': '请填写题目，最多 500 个字。', en: 'Enter a question of at most 500 characters.' },
  options: {
    'zh-cn': '请填写 1 到 50 个选项，每个最多 200 个字。',
    en: 'Enter 1 to 50 options of at most 200 characters each.',
  },
  rows: { 'zh-cn': '请填写 1 到 30 行，每行最多 200 个字。', en: 'Enter 1 to 30 rows of at most 200 characters each.' },
  types: { 'zh-cn': '请填写文件后缀，例如 pdf,docx。', en: 'Enter endings of files, such as pdf,docx.' },
  turned: { 'zh-cn': '下限不能大于上限。', en: 'The least cannot be above the most.' },
  condition: { 'zh-cn': '条件不完整，请补全或删除。', en: 'A condition is not complete. Complete or remove it.' },
  unknown: {
    'zh-cn': '条件或跳转指向的题目已不存在，请改选或删除。',
    en: 'A condition or jump names a question that does not exist any more. Choose another one or remove it.',
  },
  key: (key: string): Text => ({
    'zh-cn': `题目代号“${key}”无效或重复。`,
    en: `The key “${key}” of the question is not valid, or used twice.`,
  }),
  limit: (least: number, most: number): Text => ({
    'zh-cn': `请填写 ${least} 到 ${most} 的整数。`,
    en: `Enter a whole number from ${least} to ${most}.`,
  }),
  forward: (own: string, other: string): Text => ({
    'zh-cn': `“${own}”的条件只能使用前面的题目，“${other}”在它后面。`,
    en: `Conditions of “${own}” can only use questions before it; “${other}” comes later.`,
  }),
  backward: (own: string, other: string): Text => ({
    'zh-cn': `只能向后跳转：不能从“${own}”跳到“${other}”。`,
    en: `Jumps only lead forward: “${own}” cannot jump to “${other}”.`,
  }),
  unfit: (title: string): Text => ({
    'zh-cn': `此条件不适用于“${title}”的题型。`,
    en: `This condition does not suit the kind of “${title}”.`,
  }),
  option: (title: string): Text => ({
    'zh-cn': `条件使用的选项在“${title}”中不存在，请改选。`,
    en: `“${title}” does not have the option that a condition names. Choose another one.`,
  }),
} as const
