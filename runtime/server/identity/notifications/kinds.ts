/** The notices of the core. */
import type { NoticeKind } from './notice.ts'

/** Warnings to administrators about their own account. */
export const ownAccount: NoticeKind = {
  name: 'system/ownAccount',
  label: { 'zh-cn': '账号安全', en: 'Security of my account' },
  path: '/admin/routine/adminInfo',
  nodes: [],
}

export const coreNoticeKinds: readonly NoticeKind[] = [ownAccount]
