/** Texts of the input of options and answers. */
import { defineTexts, type TranslationOf } from 'tablewright/web'

const zhCn = {
  true: '正确',
  false: '错误',
  statement: '该说法',
  options: '选项',
  option: '选项 {{letter}}',
  right: '{{letter}} 为正确选项',
  weight: '选项 {{letter}} 的得分比例（%）',
  'weight-short': '比例 %',
  'weight-help': '部分正确的选项可给一定比例的分数；不填为 0。',
  'options-help': '可一次粘贴多行，每行一个选项。',
  'remove-option': '删除选项 {{letter}}',
  'add-option': '添加选项',
  blanks: '各空的答案',
  blank: '第 {{number}} 空',
  tolerance: '第 {{number}} 空的误差',
  'tolerance-short': '± 误差',
  'blank-help': '多个可接受的答案用 | 分隔，字符 | 本身写作 \\|。填写误差后按数字比较，0 表示数值相等。',
  'remove-blank': '删除第 {{number}} 空',
  'add-blank': '添加空',
  'any-order': '各空答案顺序不限',
  'case-sensitive': '区分大小写',
  reference: '参考答案',
}

const en: TranslationOf<typeof zhCn> = {
  true: 'True',
  false: 'False',
  statement: 'The statement is',
  options: 'Options',
  option: 'Option {{letter}}',
  right: '{{letter}} is right',
  weight: 'Share of points of option {{letter}} (%)',
  'weight-short': 'Share %',
  'weight-help': 'An option that is partly right can give a share of the points. Empty = none.',
  'options-help': 'Paste several lines to get an option for each.',
  'remove-option': 'Remove option {{letter}}',
  'add-option': 'Add an option',
  blanks: 'Answers of the blanks',
  blank: 'Blank {{number}}',
  tolerance: 'Tolerance of blank {{number}}',
  'tolerance-short': '± tolerance',
  'blank-help': 'Separate accepted answers by |, the character itself is \\|. With a tolerance, numbers are compared.',
  'remove-blank': 'Remove blank {{number}}',
  'add-blank': 'Add a blank',
  'any-order': 'Answers may stand in any blank',
  'case-sensitive': 'Case matters',
  reference: 'Reference answer',
}

export const { useT } = defineTexts('exam/bank', { 'zh-cn': zhCn, en })
