/** Texts of the captcha dialog; they load with it. */
import { defineTexts, type TranslationOf } from '../../../core/i18n/texts.ts'

const zhCn = {
  title: '安全验证',
  order: '请在图中依次点击：',
  picture: '验证图片，图中有若干图形。看不到图片时，请改答文字题。',
  loading: '正在加载…',
  'load-failed': '验证码加载失败，请点击刷新按钮',
  refresh: '刷新',
  undo: '撤销上一点',
  point: '第 {{number}} 点',
  'point-count': '已点 {{count}} / {{total}}',
  confirm: '确认',
  cancel: '取消',
  'to-text': '看不到图片？改答文字题',
  'to-picture': '改用图片',
  answer: '答案（数字）',
  'too-soon': '请稍候几秒再提交答案',
} as const

const en: TranslationOf<typeof zhCn> = {
  title: 'Verification',
  order: 'Click in this order:',
  picture: 'Verification image with several shapes. If you cannot see it, answer a text question instead.',
  loading: 'Loading…',
  'load-failed': 'Captcha loading failed, please click refresh button',
  refresh: 'Refresh',
  undo: 'Undo last point',
  point: 'Point {{number}}',
  'point-count': '{{count}} of {{total}} points set',
  confirm: 'Confirm',
  cancel: 'Cancel',
  'to-text': 'Answer a question',
  'to-picture': 'Use the image',
  answer: 'Answer in digits',
  'too-soon': 'Wait a few seconds before you submit the answer',
}

export const { useT } = defineTexts('captcha', { 'zh-cn': zhCn, en })
