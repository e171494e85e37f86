import { defineTexts, type TranslationOf } from '../i18n/texts.ts'

const zhCn = {
  'show-table': '以表格显示',
  'show-chart': '以图表显示',
  failed: '无法加载图表数据',
  retry: '重试',
  empty: '暂无数据',
} as const

const en: TranslationOf<typeof zhCn> = {
  'show-table': 'Show as table',
  'show-chart': 'Show as chart',
  failed: 'The data of this chart cannot be loaded',
  retry: 'Try again',
  empty: 'No data yet',
}

export const { useT } = defineTexts('chart', { 'zh-cn': zhCn, en })
