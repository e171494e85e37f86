/** Columns of questions in CSV files and workbooks, with the names that people give them. */
import type { Language } from 'tablewright/protocol'
import { difficultyNames, type Difficulty, type Kind } from '../../shared/question.ts'
import { maxOptions } from '../../shared/read-details.ts'

type Names = Readonly<Record<Language, string>>

export const columnNames = {
  number: { 'zh-cn': '编号', en: 'No.' },
  material: { 'zh-cn': '所属材料', en: 'Material no.' },
  kind: { 'zh-cn': '题型', en: 'Kind' },
  subject: { 'zh-cn': '科目', en: 'Subject' },
  category: { 'zh-cn': '分类', en: 'Category' },
  difficulty: { 'zh-cn': '难度', en: 'Difficulty' },
  title: { 'zh-cn': '题干', en: 'Question' },
  answer: { 'zh-cn': '答案', en: 'Answer' },
  rules: { 'zh-cn': '填空规则', en: 'Rules of blanks' },
  explain: { 'zh-cn': '解析', en: 'Explanation' },
  practice: { 'zh-cn': '供练习', en: 'For practice' },
  status: { 'zh-cn': '状态', en: 'Status' },
  options: { 'zh-cn': '选项', en: 'Options' },
} as const satisfies Readonly<Record<string, Names>>

export type ColumnName = keyof typeof columnNames

const otherNames: Readonly<Partial<Record<ColumnName, readonly string[]>>> = {
  number: ['序号', '题号', 'number', 'id'],
  material: ['材料', 'material'],
  kind: ['类型', 'type', 'question type'],
  category: ['章节', '知识点', 'chapter'],
  difficulty: ['难易程度', '难易度', 'level'],
  title: ['题目', '题目内容', '试题', '问题', '题干内容', 'text', 'title', 'question text', 'stem'],
  answer: ['正确答案', '标准答案', '参考答案', 'key', 'correct answer', 'right answer'],
  rules: ['rules'],
  explain: ['答案解析', '试题解析', '解释', 'explain', 'rationale', 'feedback'],
  practice: ['practice', '练习'],
}

const plain = (text: string): string =>
  text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[\s.:*_-]/g, '')

const columns = new Map<string, ColumnName>(
  (Object.keys(columnNames) as ColumnName[]).flatMap((name) =>
    [...Object.values(columnNames[name]), ...(otherNames[name] ?? []), name].map(
      (title) => [plain(title), name] as const,
    ),
  ),
)

export const letterOf = (index: number): string => String.fromCodePoint(65 + index)

export interface Header {
  readonly places: ReadonlyMap<ColumnName, number>
  /** Places of the columns of options, in the order of their letters. */
  readonly options: readonly number[]
}

/** Null where the line does not name a column for the text of questions. */
export function readHeader(cells: readonly string[]): Header | null {
  const places = new Map<ColumnName, number>()
  const options: number[] = []
  for (const [place, cell] of cells.entries()) {
    const title = plain(cell)
    const [, letter] = /^(?:选项|option)?([a-t])$/.exec(title) ?? []
    const index = letter === undefined ? -1 : (letter.codePointAt(0) ?? 0) - 97
    const name = columns.get(title)
    if (index >= 0 && index < maxOptions) options[index] ??= place
    else if (name !== undefined && !places.has(name)) places.set(name, place)
  }
  return places.has('title') ? { places, options: Array.from(options, (place) => place ?? -1) } : null
}

export const optionColumn = (index: number): Names => ({
  'zh-cn': `选项${letterOf(index)}`,
  en: `Option ${letterOf(index)}`,
})

export const kindLabels: Readonly<Record<Kind, Names>> = {
  JUDGE: { 'zh-cn': '判断题', en: 'True or false' },
  SINGLE: { 'zh-cn': '单选题', en: 'Single choice' },
  MULTI: { 'zh-cn': '多选题', en: 'Multiple choice' },
  FILL: { 'zh-cn': '填空题', en: 'Fill in' },
  SHORT: { 'zh-cn': '简答题', en: 'Short answer' },
  MATERIAL: { 'zh-cn': '材料题', en: 'Material with questions' },
}

const otherKinds: Readonly<Record<string, Kind>> = {
  判断: 'JUDGE',
  是非题: 'JUDGE',
  truefalse: 'JUDGE',
  单选: 'SINGLE',
  单项选择题: 'SINGLE',
  选择题: 'SINGLE',
  multichoice: 'SINGLE',
  多选: 'MULTI',
  多项选择题: 'MULTI',
  multipleresponse: 'MULTI',
  填空: 'FILL',
  fillintheblank: 'FILL',
  简答: 'SHORT',
  问答题: 'SHORT',
  论述题: 'SHORT',
  essay: 'SHORT',
  材料: 'MATERIAL',
  材料分析题: 'MATERIAL',
}

const kinds = new Map<string, Kind>([
  ...(Object.keys(kindLabels) as Kind[]).flatMap((kind) =>
    [...Object.values(kindLabels[kind]), kind].map((label) => [plain(label), kind] as const),
  ),
  ...Object.entries(otherKinds),
])

export const kindOf = (text: string): Kind | null => kinds.get(plain(text)) ?? null

export const difficultyLabels: Readonly<Record<Difficulty, Names>> = {
  EASY: { 'zh-cn': '容易', en: 'Easy' },
  GENERAL: { 'zh-cn': '一般', en: 'General' },
  HARD: { 'zh-cn': '困难', en: 'Hard' },
}

const otherDifficulties: Readonly<Record<string, Difficulty>> = {
  简单: 'EASY',
  易: 'EASY',
  中等: 'GENERAL',
  中: 'GENERAL',
  普通: 'GENERAL',
  medium: 'GENERAL',
  normal: 'GENERAL',
  难: 'HARD',
  较难: 'HARD',
  difficult: 'HARD',
}

/** Null for a word that is none; an empty cell is the usual one. */
export function difficultyOf(text: string): Difficulty | null {
  const word = plain(text)
  if (word === '') return 'GENERAL'
  const isNamed = (name: Difficulty): boolean =>
    [...Object.values(difficultyLabels[name]), name].some((label) => plain(label) === word)
  return difficultyNames.find(isNamed) ?? otherDifficulties[word] ?? null
}

const truths = ['对', '正确', '是', '√', '✓', 't', 'true', 'yes', 'y', '1', 'right', 'correct']
const falsehoods = ['错', '错误', '否', '×', '✗', 'x', 'f', 'false', 'no', 'n', '0', 'wrong', 'incorrect']

/** Null for a word that is neither. */
export function truthOf(text: string): boolean | null {
  const word = plain(text)
  if (truths.includes(word)) return true
  return falsehoods.includes(word) ? false : null
}

export const yesNo: Readonly<Record<'yes' | 'no', Names>> = {
  yes: { 'zh-cn': '是', en: 'Yes' },
  no: { 'zh-cn': '否', en: 'No' },
}

export const hiddenLabel: Names = { 'zh-cn': '隐藏', en: 'Hidden' }
export const normalLabel: Names = { 'zh-cn': '正常', en: 'Normal' }
export const isHiddenWord = (text: string): boolean =>
  [...Object.values(hiddenLabel), 'HIDDEN'].some((label) => plain(label) === plain(text))

export const ruleLabels: Readonly<Record<'anyOrder' | 'caseSensitive', Names>> = {
  anyOrder: { 'zh-cn': '顺序不限', en: 'any order' },
  caseSensitive: { 'zh-cn': '区分大小写', en: 'case matters' },
}
export const hasRule = (text: string, rule: keyof typeof ruleLabels): boolean =>
  Object.values(ruleLabels[rule]).some((label) => plain(text).includes(plain(label)))
