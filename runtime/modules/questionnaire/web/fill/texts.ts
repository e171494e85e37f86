/** The texts of the page of people who fill in. */
import type { Text } from 'tablewright/protocol'
import { language } from './language.ts'

const texts = {
  loading: { 'zh-cn': '正在加载…', en: 'Loading…' },
  retry: { 'zh-cn': '重试', en: 'Try again' },
  failed: {
    'zh-cn': '无法连接服务器。请检查网络后重试。',
    en: 'The server cannot be reached. Check the network and try again.',
  },
  submit: { 'zh-cn': '提交', en: 'Submit' },
  sending: { 'zh-cn': '正在提交…', en: 'Submitting…' },
  required: { 'zh-cn': '必答', en: 'Required' },
  saved: { 'zh-cn': '答案已保存在本设备。', en: 'Your answers are saved on this device.' },
  savedAfter: {
    'zh-cn': '网络已断开，答案已保存在本设备；恢复后请再次提交。',
    en: 'The network is gone. Your answers are saved on this device; submit again once it is back.',
  },
  anonymous: { 'zh-cn': '匿名填写：不保存您的身份。', en: 'Anonymous: nothing about you is stored.' },
  password: { 'zh-cn': '访问密码', en: 'Password' },
  open: { 'zh-cn': '打开', en: 'Open' },
  signIn: { 'zh-cn': '登录', en: 'Sign in' },
  choose: { 'zh-cn': '请选择', en: 'Choose' },
  other: { 'zh-cn': '请填写', en: 'Enter a text' },
  upload: { 'zh-cn': '选择文件', en: 'Choose a file' },
  uploading: { 'zh-cn': '正在上传…', en: 'Uploading…' },
  remove: { 'zh-cn': '移除', en: 'Remove' },
  captcha: { 'zh-cn': '请回答验证问题', en: 'Answer this question' },
  changed: {
    'zh-cn': '问卷已更新，已保留仍适用的答案。',
    en: 'The questionnaire has changed. Your answers are kept where they still fit.',
  },
} as const satisfies Readonly<Record<string, Text>>

/** A text in the language of the page. */
export const t = (name: keyof typeof texts): string => texts[name][language]

/** How many questions are left, on the button and beside it. */
export const leftText = (count: number): string =>
  language === 'en'
    ? `${count} ${count === 1 ? 'question needs' : 'questions need'} your attention`
    : `还有 ${count} 题需要处理`
