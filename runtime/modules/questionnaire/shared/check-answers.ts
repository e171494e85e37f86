/** Whether an answer fits its item: the same check on the server and while one fills in. */
import type { Text } from 'tablewright/protocol'
import { isAnswered, isChoice, isText, isUpload, keysOf, scaleOf, type Answer, type Item } from './item.ts'

const maxText = 5000
const maxOther = 200

const answerTexts = {
  must: { 'zh-cn': '请回答这道题。', en: 'Answer this question.' },
  option: { 'zh-cn': '请从列出的选项中选择。', en: 'Choose from the options that are listed.' },
  other: {
    'zh-cn': `请在所选项后填写内容，最多 ${maxOther} 个字。`,
    en: `Enter a text for the chosen option, of at most ${maxOther} characters.`,
  },
  rows: { 'zh-cn': '请回答每一行。', en: 'Answer every row.' },
} as const satisfies Readonly<Record<string, Text>>

const least = (count: number): Text => ({ 'zh-cn': `请至少选择 ${count} 项。`, en: `Choose at least ${count}.` })
const most = (count: number): Text => ({ 'zh-cn': `最多选择 ${count} 项。`, en: `Choose at most ${count}.` })
const short = (count: number): Text => ({
  'zh-cn': `请至少填写 ${count} 个字。`,
  en: `Enter at least ${count} characters.`,
})
const long = (count: number): Text => ({
  'zh-cn': `最多填写 ${count} 个字。`,
  en: `Enter at most ${count} characters.`,
})
const files = (count: number): Text => ({
  'zh-cn': `最多上传 ${count} 个文件。`,
  en: `Upload at most ${count} files.`,
})

/** The problem of the answer of a visible item; null = none. */
export function problemOf(item: Item, answer: Answer | undefined): Text | null {
  if (!answer || !isAnswered(answer)) return item.must ? answerTexts.must : null
  const { keys = [], text = '', files: uploads = [] } = answer
  if (isText(item)) return keys.length > 0 || uploads.length > 0 ? answerTexts.option : textProblem(item, text.trim())
  if (isUpload(item)) {
    if (keys.length > 0 || text !== '') return answerTexts.option
    return uploads.length > (item.fileNum ?? 1) ? files(item.fileNum ?? 1) : null
  }
  if (uploads.length > 0 || new Set(keys).size < keys.length) return answerTexts.option
  const allKeys = keysOf(item)
  if (!keys.every((key) => allKeys.includes(key))) return answerTexts.option
  if (keys.length === 0) return answerTexts.option
  return isChoice(item) ? choiceProblem(item, keys, text.trim()) : gradedProblem(item, keys, text)
}

function textProblem({ minLength = 1, maxLength = maxText }: Item, text: string): Text | null {
  const length = [...text].length
  if (length < minLength) return short(minLength)
  return length > maxLength ? long(maxLength) : null
}

function choiceProblem(item: Item, keys: readonly string[], text: string): Text | null {
  const { kind, minChoices = 1, maxChoices = Infinity } = item
  if (kind !== 'multiple' && keys.length > 1) return most(1)
  if (kind === 'multiple' && keys.length < minChoices) return least(minChoices)
  if (kind === 'multiple' && keys.length > maxChoices) return most(maxChoices)
  const hasOther = (item.options ?? []).some(({ key, other }) => other === true && keys.includes(key))
  if (hasOther) return text === '' || [...text].length > maxOther ? answerTexts.other : null
  return text === '' ? null : answerTexts.option
}

/** Ratings have one key, a matrix one in each row. */
function gradedProblem(item: Item, keys: readonly string[], text: string): Text | null {
  if (text !== '') return answerTexts.option
  if (item.kind === 'rating') return keys.length > 1 || scaleOf(item) < Number(keys[0]) ? answerTexts.option : null
  const rows = new Set(keys.map((key) => key.split(':')[0]))
  if (rows.size < keys.length) return answerTexts.option
  return item.must && rows.size < (item.rows ?? []).length ? answerTexts.rows : null
}
