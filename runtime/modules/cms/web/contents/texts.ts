/** Texts beside the list of texts. */
import { defineTexts, type TranslationOf } from 'tablewright/web'

const zhCn = {
  aside: '内容与栏目',
  channels: '栏目',
  all: '全部内容',
  'to-review': '待处理',
  scheduled: '定时发布',
  own: '我创建的',
  off: '已停用',
  waiting: '{{count}} 条待处理',
} as const

const en: TranslationOf<typeof zhCn> = {
  aside: 'Texts and channels',
  channels: 'Channels',
  all: 'All texts',
  'to-review': 'To review',
  scheduled: 'Scheduled',
  own: 'Created by me',
  off: 'off',
  waiting: '{{count}} to review',
}

export const { useT } = defineTexts('cms-contents', { 'zh-cn': zhCn, en })
