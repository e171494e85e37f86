/** Texts of the panels of a text. */
import { defineTexts, type TranslationOf } from 'tablewright/web'

const zhCn = {
  loading: '正在加载…',
  waiting: '待审的修改',
  'waiting-help': '与线上内容逐词比较：',
  none: '没有待审的修改。',
  revisions: '版本',
  reviews: '审核记录',
  revision: '版本 {{seq}}',
  compare: '与线上内容比较',
  hide: '收起',
  restore: '恢复此版本',
  restored: '版本 {{seq}} 已放入待审的修改',
  unsaved: '请先保存或放弃表单中的修改。',
  same: '正文与线上内容相同。',
  title: '标题',
  body: '正文',
  fields: '其他不同的字段：{{fields}}',
  'state.pending': '待审',
  'state.applied': '已生效',
  'state.refused': '已退回',
  'state.superseded': '已被取代',
  'action.add': '创建',
  'action.submit': '提交审核',
  'action.withdraw': '取消提交',
  'action.approve': '通过',
  'action.approveChanges': '通过修改',
  'action.refuse': '退回',
  'action.refuseChanges': '退回修改',
  'action.takeOffline': '下线',
  'action.retract': '收回内容',
} as const

type Key = keyof typeof zhCn

const en: TranslationOf<typeof zhCn> = {
  loading: 'Loading…',
  waiting: 'Changes waiting',
  'waiting-help': 'Compared word by word with the live text:',
  none: 'No changes are waiting.',
  revisions: 'Revisions',
  reviews: 'Reviews',
  revision: 'Revision {{seq}}',
  compare: 'Compare with the live text',
  hide: 'Hide',
  restore: 'Restore',
  restored: 'Revision {{seq}} now waits for approval',
  unsaved: 'Save or discard the changes in the form first.',
  same: 'Its body is that of the live text.',
  title: 'Title',
  body: 'Text',
  fields: 'Other fields that differ: {{fields}}',
  'state.pending': 'Waiting',
  'state.applied': 'Applied',
  'state.refused': 'Refused',
  'state.superseded': 'Superseded',
  'action.add': 'Created',
  'action.submit': 'Submitted',
  'action.withdraw': 'Withdrawn',
  'action.approve': 'Approved',
  'action.approveChanges': 'Changes approved',
  'action.refuse': 'Refused',
  'action.refuseChanges': 'Changes refused',
  'action.takeOffline': 'Taken offline',
  'action.retract': 'Retracted',
}

export const { useT } = defineTexts('cms-review', { 'zh-cn': zhCn, en })

/** The name of an action of the log; one that is unknown is shown as it is. */
export const actionKey = (action: string): Key | null => {
  const key = `action.${action}`
  return key in zhCn ? (key as Key) : null
}
