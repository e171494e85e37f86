/** Texts of regrades. */
import { defineTexts, type TranslationOf } from 'tablewright/web'

const zhCn = {
  summary: '涉及 {{count}} 份答卷：{{raised}} 份提高，{{lowered}} 份降低，其余不变。',
  'summary-applied': '已改判 {{count}} 份答卷：{{raised}} 份提高，{{lowered}} 份降低。',
  working: '另有 {{count}} 份进行中，交卷时按新规则评分。',
  working_one: '另有 {{count}} 份进行中，交卷时按新规则评分。',
  table: '得分变化',
  candidate: '考生',
  before: '原得分',
  after: '现得分',
  result: '结果',
  passed: '及格',
  failed: '未及格',
  'now-passed': '未及格 → 及格',
  'now-failed': '及格 → 未及格',
  'show-all': '显示全部',
  'show-changed': '只显示有变化的',
  apply: '按此结果执行',
  applied: '改判已执行。',
}

const en: TranslationOf<typeof zhCn> = {
  summary: 'Attempts: {{count}}. Raised: {{raised}}, lowered: {{lowered}}, the others stay.',
  'summary-applied': 'Regraded attempts: {{count}}. Raised: {{raised}}, lowered: {{lowered}}.',
  working: '{{count}} more are in progress and will be marked by the new rule.',
  working_one: 'One more is in progress and will be marked by the new rule.',
  table: 'Changes of points',
  candidate: 'Candidate',
  before: 'Before',
  after: 'After',
  result: 'Result',
  passed: 'Passed',
  failed: 'Failed',
  'now-passed': 'Failed → passed',
  'now-failed': 'Passed → failed',
  'show-all': 'Show all',
  'show-changed': 'Show changes only',
  apply: 'Apply this result',
  applied: 'The regrade was applied.',
}

export const { useT } = defineTexts('exam/regrade', { 'zh-cn': zhCn, en })
