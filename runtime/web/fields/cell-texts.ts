/** Texts of cells and of the search panel. */
import { defineTexts, type TranslationOf } from '../core/i18n/texts.ts'

const zhCn = {
  deleted: '已删除',
  viewPicture: '查看图片：{{name}}',
  pictureOf: '{{name}} {{place}}/{{count}}',
  previousPicture: '上一张',
  nextPicture: '下一张',
  pictureBroken: '图片加载失败',
  openUrl: '在新窗口打开 {{url}}',
  any: '不限',
  empty: '为空',
  filled: '不为空',
  from: '从',
  to: '到',
  pickDay: '{{label}}：从日历选择',
  today: '今天',
  lastDays: '近 {{count}} 天',
  thisMonth: '本月',
  notANumber: '请输入数字',
} as const

const en: TranslationOf<typeof zhCn> = {
  deleted: 'Deleted',
  viewPicture: 'View image: {{name}}',
  pictureOf: '{{name}} {{place}}/{{count}}',
  previousPicture: 'Previous image',
  nextPicture: 'Next image',
  pictureBroken: 'The image could not be loaded',
  openUrl: 'Open {{url}} in a new window',
  any: 'Any',
  empty: 'Empty',
  filled: 'Not empty',
  from: 'From',
  to: 'To',
  pickDay: '{{label}}: choose from a calendar',
  today: 'Today',
  lastDays: 'Last {{count}} days',
  thisMonth: 'This month',
  notANumber: 'Enter a number',
}

export const { useT: useCellT } = defineTexts('fields', { 'zh-cn': zhCn, en })
