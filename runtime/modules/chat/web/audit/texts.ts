/** Texts of the audit. */
import { defineTexts, type TranslationOf } from 'tablewright/web'

const zhCn = {
  note: '查看会话内容会记入日志。',
  read: '查看消息',
  older: '更早的消息',
  empty: '暂无消息。',
  system: '系统',
  internal: '内部备注',
  recalled: '已撤回',
  removed: '原文已删除',
  recall: '撤回第 {{seq}} 条',
} as const

const en: TranslationOf<typeof zhCn> = {
  note: 'Reading the conversation is noted in the log.',
  read: 'Read messages',
  older: 'Earlier messages',
  empty: 'No messages.',
  system: 'System',
  internal: 'Internal note',
  recalled: 'Recalled',
  removed: 'The original was deleted',
  recall: 'Recalls no. {{seq}}',
}

export const { useT } = defineTexts('chat-audit', { 'zh-cn': zhCn, en })
