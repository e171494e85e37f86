import { defineTexts, type TranslationOf } from 'tablewright/web'

const zhCn = {
  test: '测试支付，没有真实款项',
  left: '可退 {{left}}',
  ask: '查询渠道',
  'answer.paid': '渠道答复：已支付。',
  'answer.open': '渠道答复：尚未支付。',
  'answer.closed': '渠道答复：已关闭。',
  'answer.silent': '渠道没有可信的答复，请稍后再试。',
  'answer.none': '没有渠道知道这笔支付。',
  raw: '渠道原始内容',
  refunds: '退款',
  notifications: '渠道通知',
  'no-notifications': '没有收到通知。',
  retry: '重试',
  by: '操作人 {{name}}',
}

const en: TranslationOf<typeof zhCn> = {
  test: 'Test payment: no money was paid',
  left: '{{left}} can be refunded',
  ask: 'Ask the provider',
  'answer.paid': 'The provider says that it was paid.',
  'answer.open': 'The provider says that it was not paid so far.',
  'answer.closed': 'The provider says that it is closed.',
  'answer.silent': 'The provider gave no valid answer. Try again later.',
  'answer.none': 'No provider knows of this payment.',
  raw: 'What the provider said',
  refunds: 'Refunds',
  notifications: 'Notifications of the provider',
  'no-notifications': 'None arrived.',
  retry: 'Retry',
  by: 'by {{name}}',
}

export const { useT } = defineTexts('pay-sheet', { 'zh-cn': zhCn, en })
