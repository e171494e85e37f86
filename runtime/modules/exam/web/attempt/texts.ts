/** Texts of what administrators see of an attempt. */
import { defineTexts, type TranslationOf } from 'tablewright/web'

const zhCn = {
  'no-absences': '未离开过考试页面。',
  seconds: '{{count}} 秒',
  seconds_one: '{{count}} 秒',
  excuse: '豁免',
  'is-excused': '已豁免',
  'count-again': '取消豁免',
  answers: '答题情况',
  unmarked: '待评（满分 {{score}}）',
  points: '{{points}} / {{score}} 分',
}

const en: TranslationOf<typeof zhCn> = {
  'no-absences': 'The page of the exam was not left.',
  seconds: '{{count}} seconds',
  seconds_one: 'One second',
  excuse: 'Excuse',
  'is-excused': 'excused',
  'count-again': 'Count it again',
  answers: 'Answers',
  unmarked: 'Not marked yet, at most {{score}} points',
  points: '{{points}} of {{score}} points',
}

export const { useT } = defineTexts('exam/attempt', { 'zh-cn': zhCn, en })
