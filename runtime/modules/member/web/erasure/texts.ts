/** Texts about the data of a member, for administrators. */
import { defineTexts, type TranslationOf } from 'tablewright/web'

const zhCn = {
  loading: '正在查看会员的数据…',
  failed: '无法查看后果，请关闭后重试。',
  consequences: '删除后',
  refused: '现在不能删除',
  export: '先导出会员数据',
  many: '每位会员的数据会被删除，或去除姓名后保留。有余额的会员不能删除。',
} as const

const en: TranslationOf<typeof zhCn> = {
  loading: 'Looking at the data of the member…',
  failed: 'The consequences cannot be shown. Close the dialog and try again.',
  consequences: 'What happens',
  refused: 'Cannot be deleted now',
  export: 'Export the data first',
  many: 'The data of each member is deleted, or kept without the name. Members with a balance cannot be deleted.',
}

export const { useT } = defineTexts('member-erasure', { 'zh-cn': zhCn, en })
