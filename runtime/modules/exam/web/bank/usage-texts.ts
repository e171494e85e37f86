/** Texts of the panel that shows a question and its use. */
import { defineTexts, type TranslationOf } from 'tablewright/web'

const zhCn = {
  never: '尚未有人作答。',
  asked: '已作答 {{count}} 次，全对 {{share}}%。',
  asked_one: '已作答 {{count}} 次，全对 {{share}}%。',
  papers: '使用该题的试卷',
  'no-papers': '没有固定试卷使用该题；随机试卷从整个题库抽题。',
  draft: '草稿',
  published: '已发布',
  closed: '已结束',
}

const en: TranslationOf<typeof zhCn> = {
  never: 'Nobody has answered it so far.',
  asked: 'Answered {{count}} times, {{share}}% of them with all points.',
  asked_one: 'Answered once, {{share}}% with all points.',
  papers: 'Papers that ask it',
  'no-papers': 'No fixed paper asks it; random papers draw from the whole bank.',
  draft: 'Draft',
  published: 'Published',
  closed: 'Closed',
}

export const { useT: useUsageT } = defineTexts('exam/usage', { 'zh-cn': zhCn, en })
